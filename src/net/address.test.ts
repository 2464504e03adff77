import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { matchNetworks, normalizeAddress, normalizeNetwork } from './address.ts';

test('networks are normalized: no host bits, IPv4-mapped as IPv4, one address without a prefix', () => {
  for (const [given, expected] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['203.0.113.7/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8:1:2:3:4:5:6/61', '2001:db8:1::/61'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107/120', '203.0.113.0/24'],
  ] as const)
    assert.equal(normalizeNetwork(given), expected, given);
});

test('ambiguous or invalid networks are rejected', () => {
  const wrong = ['', '1', '0x7f.1', '010.0.0.1', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.*', '10.0.0.1-9'];
  const wrongIpv6 = ['::1/129', 'fe80::1%eth0', '[::1]', '::ffff:0:0/90', 'example.com', ' 10.0.0.1'];
  for (const text of [...wrong, ...wrongIpv6]) assert.equal(normalizeNetwork(text), undefined, text);
});

test('an address matches the networks that contain it, in any form, and nothing else matches', () => {
  const matches = matchNetworks(['203.0.113.0/24', '2001:db8::/32']);
  for (const address of ['203.0.113.255', '::ffff:203.0.113.1', '2001:db8:ffff::1'])
    assert.ok(matches(address), address);
  for (const address of ['203.0.114.0', '2001:db9::', '::ffff:0:203.0.113.1', 'unknown', ''])
    assert.ok(!matches(address), address);
  assert.equal(normalizeAddress('::ffff:203.0.113.1'), '203.0.113.1');
  assert.equal(normalizeAddress('a proxy’s nonsense'), 'a proxy’s nonsense');
});

test('normalizing a network is idempotent and keeps its address in it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 0, max: 128 }), (address, prefix) => {
      const network = normalizeNetwork(`${address}/${prefix}`);
      if (network === undefined) return;
      assert.equal(normalizeNetwork(network), network);
      assert.ok(matchNetworks([network])(address), `${address} is not in ${network}`);
    }),
  );
});
