// The client's address with and without trusted proxies.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { clientKeyOf, createAddressOf } from './ip-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
  }) as unknown as IncomingMessage;

test('without trusted proxies X-Forwarded-For is ignored', () => {
  assert.equal(createAddressOf([])(request('203.0.113.9', '198.51.100.1')), '203.0.113.9');
});

test('behind trusted proxies the address is the last one in X-Forwarded-For that is not a trusted proxy', () => {
  const addressOf = createAddressOf(['loopback', '10.0.0.0/8']);
  assert.equal(addressOf(request('127.0.0.1', '198.51.100.1')), '198.51.100.1');
  assert.equal(addressOf(request('::ffff:127.0.0.1', '192.0.2.66, 198.51.100.1, 10.1.2.3')), '198.51.100.1');
  assert.equal(
    addressOf(request('203.0.113.9', '198.51.100.1')),
    '203.0.113.9',
    'the header of another client is ignored',
  );
  assert.equal(addressOf(request('127.0.0.1')), '127.0.0.1');
});

test('an IP address is read behind at most 20 proxies', () => {
  const addressOf = createAddressOf(['10.0.0.0/8']);
  const behind = (proxies: number) =>
    addressOf(request('10.0.0.1', ['198.51.100.1', ...Array(proxies - 1).fill('10.0.0.2')].join(',')));
  assert.deepEqual([behind(20), behind(21)], ['198.51.100.1', '10.0.0.2']);
});

test('a rate limit by IP applies to an IPv6 /64, and to the IPv4 address of an IPv4-mapped one', () => {
  assert.equal(clientKeyOf('2001:db8:1:2:3:4:5:6'), clientKeyOf('2001:db8:1:2::99'));
  assert.notEqual(clientKeyOf('2001:db8:1:2::1'), clientKeyOf('2001:db8:1:3::1'));
  assert.equal(clientKeyOf('::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(clientKeyOf('203.0.113.9'), '203.0.113.9');
});
