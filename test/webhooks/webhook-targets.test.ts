// SSRF: private addresses in every notation are rejected, at creation and on connect.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import { isPublicAddress, notPublic as notPublicAs, targetUrlError } from '../../src/net/address.ts';
import { createEndpoint } from '../../src/webhooks/actions.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { testDatabase } from '../setup/database.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { type TestService, testService } from '../setup/service.ts';

const notPublic = notPublicAs('webhook_url');
const rules = { field: 'webhook_url', allowPrivate: false };

let service: TestService;
let canary: Receiver;

before(async () => {
  service = await testService();
  canary = await startReceiver();
});

after(async () => {
  await service.close();
  await canary.close();
});

const privateHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  'metadata.google.internal',
  'printer.local',
  'router.home.arpa',
  'intranet',
];

const publicAddresses = [
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
];

test('every notation of a non-public address is rejected at creation, with one message', async () => {
  const { key } = await service.account('enterprise');
  for (const host of privateHosts) {
    const { status, body } = await service.send('POST', '/webhooks', key, {
      body: { webhook_url: `https://${host}/in` },
    });
    assert.deepEqual([status, body.errors?.[0]], [422, { pointer: '#/webhook_url', detail: notPublic }], host);
  }
  assert.equal((await service.get('/webhooks', key)).body.count, 0);
});

test('a name that resolves to a private address is rejected at creation', async () => {
  const database = await testDatabase();
  const { db } = database;
  const { id } = await createAccount(bySystem(db), { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' });
  const answers: Record<string, string[]> = {
    'inside.example.com': ['10.0.0.1'],
    'both.example.com': ['1.1.1.1', '::1'],
  };
  const deps = {
    ...bySystem(db),
    encryption: createEncryption('operator-key-of-the-tests'),
    allowPrivate: false,
    catalog: () => ({ snapshot: {} }) as never,
    limits: defaultLimits,
    lookups: () => async (host: string) => answers[host] ?? Promise.reject(new Error('not found')),
  };
  for (const host of Object.keys(answers))
    await assert.rejects(createEndpoint(deps, id, { webhook_url: `https://${host}/` }), { message: notPublic }, host);
  await database.close();
});

test('other schemes, credentials, fragments and malformed URLs are rejected', () => {
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
  for (const address of publicAddresses) assert.ok(isPublicAddress(address), address);
  for (const address of ['', 'example.com', '1.2.3', '::ffff:10.0.0.1', '64:ff9b::a00:1'])
    assert.ok(!isPublicAddress(address), address);
});

test('a non-public address is never connected to, however it became the target', async () => {
  const { port } = new URL(canary.url);
  const sender = createSender({ allowPrivate: false, timeoutMs: 2000 });
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', 'localhost', '0.0.0.0']) {
    const { statusCode, error } = await sender.send(`http://${host}:${port}/in`, {}, '{}');
    assert.deepEqual([statusCode, error], [null, notPublic], host);
  }
  await sender.close();
  assert.equal(canary.requests.length, 0);
});

test('a name is resolved once, rejected if any address is not public, and connected to at the resolved address', async () => {
  const { port } = new URL(canary.url);
  const lookups: string[] = [];
  const answers: Record<string, string[][]> = {
    // Public at the first lookup, private at the second, which must not happen.
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
    const { statusCode, error } = await sender.send(`http://${host}:${port}/in`, {}, '{}');
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
