// Names of webhook URLs: names that never resolve, and what a name server may answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import { notPublic } from '../../src/net/address.ts';
import { createLookups, type Lookups } from '../../src/net/lookups.ts';
import { createResolve } from '../../src/net/resolve.ts';
import { createEndpoint, updateEndpoint } from '../../src/webhooks/actions.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { testDatabase } from '../setup/database.ts';
import { startNameServer } from '../setup/network/name-server.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { until } from '../setup/until.ts';

let receiver: Receiver;

before(async () => {
  receiver = await startReceiver();
});

after(() => receiver.close());

/** The receiver's URL with another host name. */
const urlOn = (name: string) => receiver.url.replace('127.0.0.1', name);

/** An account that sets webhook URLs. */
async function newOwner(lookups: Lookups) {
  const { db, close } = await testDatabase();
  const { id } = await createAccount(bySystem(db), { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' });
  const encryption = createEncryption('operator-key-of-the-tests');
  const catalog = () => ({ snapshot: {} }) as never;
  const deps = { ...bySystem(db), encryption, allowPrivate: false, limits: defaultLimits, lookups, catalog };
  return { deps, id, close };
}

test('300 URLs whose names never resolve are looked up four at a time, and delay no other account', async () => {
  const names = await startNameServer({ 'good.example.com': ['127.0.0.1'], 'first.example.com': ['1.1.1.1'] });
  const servers = [names.address];
  const resolve = createResolve({ allowPrivate: false, servers });
  const { deps, id, close } = await newOwner(createLookups({ resolve, limits: defaultLimits }));
  const { webhook_id } = await createEndpoint(deps, id, { webhook_url: 'https://first.example.com/' });
  const changes = Array.from({ length: 300 }, (_, n) =>
    updateEndpoint(deps, webhook_id, { webhook_url: `https://never${n}.example.com/` }, id),
  );
  await until(
    async () => names.waiting.size,
    (size) => size >= 4,
  );

  const sender = createSender({ allowPrivate: true, resolve: createResolve({ allowPrivate: true, servers }) });
  const { statusCode, tookMs } = await sender.send(urlOn('good.example.com'), {}, '{}', 'another account');
  assert.equal(statusCode, 200);
  assert.ok(tookMs < 1000, `${tookMs} ms`);
  assert.equal(names.waiting.size, 4);

  names.denyUnknown();
  await Promise.all(changes);
  await Promise.all([sender.close(), names.close(), close()]);
});

test('the time of a lookup is not part of the timeout, and a lookup without an answer has an error of its own', async () => {
  const names = await startNameServer({ 'slow.example.com': ['127.0.0.1'] }, { delayMs: 250 });
  const resolve = createResolve({ allowPrivate: true, servers: [names.address], timeoutMs: 1500 });
  const sender = createSender({ allowPrivate: true, timeoutMs: 200, resolve });
  assert.equal((await sender.send(urlOn('slow.example.com'), {}, '{}')).statusCode, 200);
  const never = await sender.send(urlOn('never.example.com'), {}, '{}');
  assert.deepEqual([never.statusCode, never.error], [null, 'no name server answered within 1.5 s']);
  names.denyUnknown();
  assert.equal((await sender.send(urlOn('absent.example.com'), {}, '{}')).error, 'name not found');
  await Promise.all([sender.close(), names.close()]);
});

test('a name is refused if a name server gives it a non-public address of either family', async () => {
  const names = await startNameServer({
    'private.example.com': ['10.0.0.1'],
    'mixed.example.com': ['1.1.1.1', '127.0.0.1'],
    'loopback6.example.com': ['1.1.1.1', '0000:0000:0000:0000:0000:0000:0000:0001'],
    'mapped.example.com': ['0000:0000:0000:0000:0000:ffff:7f00:0001'],
  });
  const resolve = createResolve({ allowPrivate: false, servers: [names.address] });
  const sender = createSender({ allowPrivate: false, resolve });
  const requests = receiver.requests.length;
  for (const name of ['private', 'mixed', 'loopback6', 'mapped']) {
    const { statusCode, error } = await sender.send(urlOn(`${name}.example.com`), {}, '{}');
    assert.deepEqual([statusCode, error], [null, notPublic('webhook_url')], name);
  }
  assert.equal(receiver.requests.length, requests);
  await Promise.all([sender.close(), names.close()]);
});

test('a webhook URL is stored as it is connected to', async () => {
  const { deps, id, close } = await newOwner(() => async () => ['1.1.1.1']);
  const { webhook_id, webhook_url } = await createEndpoint(deps, id, {
    webhook_url: ' https://EXAMPLE.com\n/a/../b\t?x=ä',
  });
  assert.equal(webhook_url, 'https://example.com/b?x=%C3%A4');
  const changed = await updateEndpoint(deps, webhook_id, { webhook_url: 'https:\\\\bücher.example\\x' }, id);
  assert.equal(changed.webhook_url, 'https://xn--bcher-kva.example/x');
  await assert.rejects(
    updateEndpoint(deps, webhook_id, { webhook_url: `https://example.com/${'ä'.repeat(1900)}` }, id),
    {
      message: /at most 2000 characters/,
    },
  );
  await close();
});
