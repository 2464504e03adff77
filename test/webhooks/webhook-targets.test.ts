// SSRF: private addresses in every notation and behind names are rejected, at creation and on connect. Names that never resolve.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import { isPublicAddress, notPublic as notPublicAs, targetUrlError } from '../../src/net/address.ts';
import { createLookups, createResolve, type Resolve } from '../../src/net/resolve.ts';
import { createWebhook } from '../../src/webhooks/actions.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { startNameServer } from '../setup/network/name-server.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';

const notPublic = notPublicAs('webhook_url');

let database: TestDatabase;
let accountId: string;
/** No request may reach it, except through the name that intentionally resolves to it. */
let canary: Receiver;

before(async () => {
  database = await testDatabase();
  const owner = { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' as const };
  accountId = (await createAccount(bySystem(database.db), owner)).id;
  canary = await startReceiver();
});

after(() => Promise.all([database.close(), canary.close()]));

/** The canary's URL with another host. */
const urlOn = (host: string) => canary.url.replace('127.0.0.1', host);

/** Dependencies of setting webhook URLs. */
function depsWith(resolve: Resolve) {
  return {
    ...bySystem(database.db),
    encryption: createEncryption('operator-key-of-the-tests'),
    allowPrivate: false,
    limits: defaultLimits,
    lookups: createLookups({ resolve, limits: defaultLimits }),
    catalog: () => ({ snapshot: {} }) as never,
  };
}

const privateHosts = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 １２７.０.０.１
  ①②⑦.⓪.⓪.① 127.0.0.1. 0.0.0.0 0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 169.254.169.254
  0xa9fea9fe 2852039166 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1
  255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254]
  [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::169.254.169.254] [2002:7f00:1::] [2001::1] [fe80::1] [fc00::1]
  [fd00:ec2::254] [fec0::1] [ff02::1] [2001:db8::1] [100::1] localhost LOCALHOST localhost. foo.localhost
  metadata.google.internal printer.local router.home.arpa intranet
`
  .trim()
  .split(/\s+/);

test('every notation of a non-public address, and names with one, are rejected at creation with one error', async () => {
  const answers: Record<string, string[]> = {
    'inside.example.com': ['10.0.0.1'],
    'both.example.com': ['1.1.1.1', '::1'],
  };
  const deps = depsWith(async (host) => answers[host] ?? Promise.reject(new Error('not found')));
  for (const host of [...privateHosts, ...Object.keys(answers)])
    await assert.rejects(
      createWebhook(deps, { accountId, webhook_url: `https://${host}/in` }),
      { message: notPublic },
      host,
    );
  assert.deepEqual(await countWebhooks(), 0);
});

const countWebhooks = async () =>
  (await database.pool.query('select count(*)::int as n from webhook_endpoints')).rows[0].n;

test('other schemes, credentials, fragments and malformed URLs are rejected', () => {
  const rules = { field: 'webhook_url', allowPrivate: false };
  for (const url of [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://example.com/#x',
    'https://',
    'example.com',
    '',
    '//example.com/in',
    'javascript:alert(1)',
  ])
    assert.ok(targetUrlError(url, rules), url);
  assert.equal(targetUrlError('https://example.com:8443/in?x=1', rules), undefined);
});

test('public addresses are distinguished from all others', () => {
  for (const address of '1.1.1.1 93.184.216.34 172.15.255.255 172.32.0.1 2606:4700:4700::1111 ::ffff:8.8.8.8'.split(
    ' ',
  ))
    assert.ok(isPublicAddress(address), address);
  for (const address of ['', 'example.com', '1.2.3', '::ffff:10.0.0.1', '64:ff9b::a00:1'])
    assert.ok(!isPublicAddress(address), address);
});

test('a non-public address is never connected to, however it became the target', async () => {
  const sender = createSender({ allowPrivate: false, timeoutMs: 2000 });
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost', '0.0.0.0']) {
    const { statusCode, error } = await sender.send(urlOn(host), {}, '{}');
    assert.deepEqual([statusCode, error], [null, notPublic], host);
  }
  await sender.close();
  assert.equal(canary.requests.length, 0);
});

test('a name is resolved once, rejected if any address is not public, and connected to at the resolved address', async () => {
  const lookups: string[] = [];
  const answers: Record<string, string[][]> = {
    // The address is public at the first lookup, and private at the second, which must not happen.
    'rebinding.test': [['192.88.99.1'], ['127.0.0.1']],
    'mixed.test': [['93.184.216.34', '127.0.0.1']],
    'mapped.test': [['::ffff:127.0.0.1']],
    'metadata.test': [['169.254.169.254']],
    'empty.test': [[]],
  };
  const sender = createSender({
    allowPrivate: false,
    timeoutMs: 500,
    resolve: async (host) => {
      lookups.push(host);
      return answers[host]?.shift() ?? ['127.0.0.1'];
    },
  });
  for (const host of Object.keys(answers)) {
    const { statusCode, error } = await sender.send(urlOn(host), {}, '{}');
    assert.equal(statusCode, null, host);
    if (host !== 'rebinding.test') assert.equal(error, notPublic, host);
  }
  await sender.close();
  assert.deepEqual(lookups, Object.keys(answers));
  assert.equal(canary.requests.length, 0);
});

test('a redirect to a private address is a failure and is not followed', async () => {
  const redirecting = await startReceiver((res) => res.writeHead(307, { location: canary.url }).end());
  const sender = createSender({ allowPrivate: true });
  const { statusCode } = await sender.send(redirecting.url, {}, '{}');
  assert.equal(statusCode, 307);
  await sender.close();
  await redirecting.close();
  assert.equal(canary.requests.length, 0);
});

test('a non-public address from DNS, of either family, is refused, and other DNS replies have their own errors', async () => {
  const names = await startNameServer({
    'private.example.com': ['10.0.0.1'],
    'mixed.example.com': ['1.1.1.1', '127.0.0.1'],
    'loopback6.example.com': ['1.1.1.1', '0000:0000:0000:0000:0000:0000:0000:0001'],
    'mapped.example.com': ['0000:0000:0000:0000:0000:ffff:7f00:0001'],
  });
  const servers = [names.address];
  const sender = createSender({ allowPrivate: false, resolve: createResolve({ allowPrivate: false, servers }) });
  const errorOf = async (name: string) => (await sender.send(urlOn(`${name}.example.com`), {}, '{}')).error;
  for (const name of ['private', 'mixed', 'loopback6', 'mapped']) assert.equal(await errorOf(name), notPublic, name);
  assert.equal(canary.requests.length, 0);
  const impatient = createResolve({ allowPrivate: false, servers, timeoutMs: 50 });
  await assert.rejects(impatient('never.example.com'), { message: 'no name server answered within 0.05 s' });
  names.denyUnknown();
  assert.equal(await errorOf('absent'), 'name not found');
  await Promise.all([sender.close(), names.close()]);
});

test('URLs whose names never resolve are looked up four at a time per account, and delay no other account', async () => {
  const unresolved = new Set<string>();
  const end = Promise.withResolvers<never>();
  const lookups = createLookups({
    limits: defaultLimits,
    resolve: (name) => {
      if (name === 'good.example.com') return Promise.resolve(['127.0.0.1']);
      unresolved.add(name);
      return end.promise;
    },
  });
  const all = Array.from({ length: 300 }, (_, n) => lookups('one account')(`never${n}.example.com`));
  assert.deepEqual(await lookups('another account')('good.example.com'), ['127.0.0.1']);
  assert.equal(unresolved.size, 4);
  end.reject(new Error('no such name'));
  assert.equal((await Promise.allSettled(all)).filter(({ status }) => status === 'rejected').length, 300);
  assert.equal(unresolved.size, 300);
});
