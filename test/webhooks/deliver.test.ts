// The deliverer with a test clock: retry schedule, pause and its email, restarts. Its thread, which restarts when it dies.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { createAccount, updateAccount } from '../../src/accounts/actions.ts';
import { bySystem, system } from '../../src/audit/actor.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { undoImport } from '../../src/ingest/undo/actions.ts';
import { createEncryption } from '../../src/lib/encryption.ts';
import { newId } from '../../src/lib/ids.ts';
import type { MailMessage } from '../../src/mail/message.ts';
import type { Observation, Observe } from '../../src/telemetry/events.ts';
import { createWebhook, removeWebhook, resume } from '../../src/webhooks/actions.ts';
import { createDeliverer, type Deliverer } from '../../src/webhooks/deliverer/deliver.ts';
import { deliverInThread } from '../../src/webhooks/deliverer/deliver-thread.ts';
import { replay, sendNow, testWebhook } from '../../src/webhooks/delivery-actions.ts';
import { getWebhook } from '../../src/webhooks/queries.ts';
import { createSender } from '../../src/webhooks/send.ts';
import { changeWebhook, deleteWebhook, insertWebhook, lockWebhook } from '../../src/webhooks/store.ts';
import {
  deleteDeliveriesBefore,
  findDelivery,
  insertDelivery,
  selectDeliveries,
} from '../../src/webhooks/store-deliveries.ts';
import { claimWebhooks, hasWebhooks } from '../../src/webhooks/store-due.ts';
import { importChunks } from '../ingest/import-chunks.ts';
import { noJobs, type TestDatabase, testDatabase } from '../setup/database.ts';
import { type Receiver, startReceiver } from '../setup/receiver.ts';
import { hookLine } from '../setup/service.ts';
import { until } from '../setup/until.ts';

const retryDelaysMs: [number, ...number[]] = [60_000, 300_000, 1_800_000, 7_200_000];
const operatorKey = 'operator-key-of-the-tests';
const encryption = createEncryption(operatorKey);
const sender = createSender({ allowPrivate: true, now: () => clock });

let clock = Date.UTC(2026, 10, 21, 12);
let database: TestDatabase;
let accountId: string;
let receiver: Receiver;
let answer: { status: number; headers?: Record<string, string> };
const mails: MailMessage[] = [];

before(async () => {
  database = await testDatabase();
  const account = { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' as const };
  accountId = (await createAccount(bySystem(database.db), account)).id;
  receiver = await startReceiver((res) => res.writeHead(answer.status, answer.headers).end('as asked'));
});

beforeEach(() => {
  answer = { status: 500 };
  mails.length = 0;
  receiver.requests.length = 0;
});

after(async () => {
  await sender.close();
  await receiver.close();
  await database.close();
});

function newDeliverer(observe?: Observe, now = () => clock): Deliverer {
  const unexpected: Observe = ({ kind, ...rest }) => {
    if ('error' in rest) throw new Error(`${kind}: ${rest.error}`);
  };
  return createDeliverer({
    db: database.db,
    jobs: {
      send: async (_trx, _queue, data) => {
        mails.push(data as MailMessage);
        return true;
      },
    },
    encryption,
    sender,
    retryDelaysMs,
    observe: observe ?? unexpected,
    now,
  });
}

async function newWebhook(url = receiver.url): Promise<string> {
  const id = newId('wh');
  await insertWebhook(database.db, {
    ...{ id, account_id: accountId, url, filters: '{}', status: 'active' },
    ...{
      sealed_secret: encryption.encrypt('whsec_c2VjcmV0'),
      created_at: new Date(clock),
      updated_at: new Date(clock),
    },
  });
  return id;
}

async function newDelivery(webhookId: string, kind: 'event' | 'test' = 'event'): Promise<string> {
  const { delivery_id } = await insertDelivery(database.db, {
    ...{ id: newId('dlv'), endpoint_id: webhookId, message_id: newId('msg'), kind, status: 'pending' },
    ...{
      batch_index: 1,
      batch_of: 1,
      hooks: 1,
      body: '{}',
      next_attempt_at: new Date(clock),
      created_at: new Date(clock),
    },
  });
  return delivery_id;
}

async function deliverDue(deliverer: Deliverer): Promise<number> {
  const before = receiver.requests.length;
  deliverer.wake();
  await deliverer.idle();
  return receiver.requests.length - before;
}

/** Moves the clock to one millisecond before the next attempt, then to it. */
async function expectAttemptAfter(deliverer: Deliverer, webhookId: string, waitMs: number): Promise<void> {
  const [delivery] = await selectDeliveries(database.db, webhookId, { limit: 1 });
  const due = Date.parse(delivery?.next_attempt_at ?? '');
  // The attempt itself took some milliseconds of real time.
  assert.ok(Math.abs(due - clock - waitMs) < 1000, `${due - clock} instead of ${waitMs}`);
  clock = due - 1;
  assert.equal(await deliverDue(deliverer), 0);
  clock = due;
  assert.equal(await deliverDue(deliverer), 1);
}

test('a delivery is retried 1, 5, 30 minutes and 2 hours after each failure, across restarts; then the webhook is paused with one email', async () => {
  const webhook = await newWebhook();
  await newDelivery(webhook);
  let deliverer = newDeliverer();
  assert.equal(await deliverDue(deliverer), 1);
  await deliverer.close();
  for (const [failures, wait] of retryDelaysMs.entries()) {
    // A redirect also counts as a failure.
    if (failures === 1) answer = { status: 307, headers: { location: receiver.url } };
    deliverer = newDeliverer();
    await expectAttemptAfter(deliverer, webhook, wait);
    await deliverer.close();
  }
  const { status, paused_by } = await getWebhook(database.db, { id: webhook });
  assert.deepEqual([status, paused_by], ['paused', 'failures']);
  assert.equal(mails.length, 1);
  assert.deepEqual([mails[0]?.to, mails[0]?.text.includes(webhook)], ['ann@example.com', true]);

  // Days later no further request was sent, and hooks published since are kept.
  await newDelivery(webhook);
  clock += 7 * 24 * 3_600_000;
  deliverer = newDeliverer();
  assert.equal(await deliverDue(deliverer), 0);
  answer = { status: 204 };
  await resume(bySystem(database.db), { id: webhook, backlog: 'deliver', now: new Date(clock) });
  assert.equal(await deliverDue(deliverer), 2);
  await deliverer.close();
  assert.equal(mails.length, 1);
});

test('sending a delivery now uses the next attempt of its schedule; one that cannot be sent returns a remedy', async () => {
  const [webhook, ctx, deliverer] = [await newWebhook(), bySystem(database.db), newDeliverer()];
  const deliveryId = await newDelivery(webhook);
  const send = () => sendNow(ctx, { id: webhook, deliveryId, now: new Date(clock) });
  assert.equal(await deliverDue(deliverer), 1);
  assert.equal((await send()).next_attempt_at, new Date(clock).toISOString());
  assert.equal(await deliverDue(deliverer), 1);
  await expectAttemptAfter(deliverer, webhook, retryDelaysMs[1] ?? 0);

  const setPaused = (status: 'active' | 'paused') => changeWebhook(database.db, webhook, { status });
  await setPaused('paused');
  await assert.rejects(send, /The webhook is paused\. Resume it/);
  await setPaused('active');
  await updateAccount(ctx, { id: accountId, suspended: true });
  await assert.rejects(send, /The account is suspended/);
  await updateAccount(ctx, { id: accountId, suspended: false });

  answer = { status: 204 };
  await send();
  assert.equal(await deliverDue(deliverer), 1);
  for (const [status, expected] of [
    ['delivered', /has been delivered\. Replay it/],
    ['failed', /has failed permanently\. Replay it/],
    ['skipped', /was skipped.*Replay it/],
  ] as const) {
    await database.db.updateTable('webhook_deliveries').set({ status }).where('id', '=', deliveryId).execute();
    await assert.rejects(send, expected);
  }
  await assert.rejects(sendNow(ctx, { id: webhook, deliveryId: 'dlv_other' }), /Delivery does not exist/);
  await deliverer.close();
});

test('a resumed backlog has all its retries again', async () => {
  const webhook = await newWebhook();
  await newDelivery(webhook);
  const deliverer = newDeliverer();
  for (let round = 1; round <= 2; round++) {
    assert.equal(await deliverDue(deliverer), 1);
    for (const wait of retryDelaysMs) await expectAttemptAfter(deliverer, webhook, wait);
    assert.equal((await getWebhook(database.db, { id: webhook })).status, 'paused');
    assert.equal(mails.length, round);
    const backlog = round === 1 ? 'deliver' : 'skip';
    await resume(bySystem(database.db), { id: webhook, backlog, now: new Date(clock) });
  }
  await deliverer.close();
  const [delivery] = await selectDeliveries(database.db, webhook, { limit: 1 });
  assert.equal(delivery?.attempts, 10);
});

test('hooks removed by an undo are in no retry or replay, and a delivery left empty is skipped', async () => {
  clock = Math.max(clock, Date.now() + 1000);
  // Webhooks of other tests would receive these hooks too.
  await database.db.deleteFrom('webhook_endpoints').execute();
  const webhook = await newWebhook();
  const publish = async (source: string, names: readonly string[]): Promise<string> => {
    const lines = names.map((name) => {
      const source_url = `https://youtu.be/${name.padEnd(11, '_')}`;
      return JSON.stringify({ ...JSON.parse(hookLine(`The hook of ${name}`)), source_url });
    });
    const open = async function* () {
      yield Buffer.from(lines.join('\n'));
    };
    return (await importChunks(database, source, open)).importId;
  };
  const undo = (id: string) =>
    undoImport({ actor: system, databaseUrl: database.url, observe: () => {}, jobs: noJobs }, { id });
  const textsOf = (body = '') => {
    const { count, hooks } = JSON.parse(body).data;
    assert.equal(count, hooks.length);
    return hooks.map(({ text }: { text: string }) => text.split(' ').at(-1)).join();
  };
  const statuses = async (limit: number) =>
    (await selectDeliveries(database.db, webhook, { limit }))
      .map(({ status, skipped_by, hooks }) => [status, skipped_by ?? hooks].join(' '))
      .reverse();

  const deliverer = newDeliverer();
  answer = { status: 200 };
  const imports = [await publish('undone', ['one', 'two'])];
  await deliverDue(deliverer);
  answer = { status: 500 };
  for (const names of [['three', 'four'], ['five'], ['six']]) imports.push(await publish('undone', names));
  await publish('other', ['two', 'four']);
  // On a busy machine the imports take longer than the clock is ahead.
  clock = Math.max(clock, Date.now() + 1000);
  assert.equal(await deliverDue(deliverer), 3);

  const claimed = { claimed_until: new Date(clock + 10_000) };
  const last = imports.pop() ?? '';
  for (const id of imports) await undo(id);
  await database.db.updateTable('webhook_endpoints').set(claimed).where('id', '=', webhook).execute();
  await undo(last);
  assert.deepEqual(await statuses(4), ['delivered 2', 'pending 2', 'skipped undo', 'pending 1']);

  answer = { status: 200 };
  clock += 70_000;
  assert.equal(await deliverDue(deliverer), 1);
  const [first, retried, , , sent] = receiver.requests;
  assert.equal(sent?.headers['webhook-id'], retried?.headers['webhook-id']);
  assert.deepEqual(
    [first, retried, sent].map((one) => textsOf(one?.body)),
    ['one,two', 'three,four', 'four'],
  );
  assert.deepEqual(await statuses(4), ['delivered 2', 'delivered 1', 'skipped undo', 'skipped undo']);

  const since = new Date(0).toISOString();
  const replays = await replay({ ...bySystem(database.db), limits: defaultLimits }, { id: webhook, since });
  clock += 1000;
  assert.equal(await deliverDue(deliverer), 2);
  assert.deepEqual(
    receiver.requests.slice(5).map(({ body }) => textsOf(body)),
    ['two', 'four'],
  );
  const log = await Promise.all(replays.map(({ delivery_id }) => findDelivery(database.db, webhook, delivery_id)));
  assert.deepEqual(
    log.map((one) => [one?.status, one?.hooks, textsOf(one?.request_body)]),
    [
      ['delivered', 1, 'two'],
      ['delivered', 1, 'four'],
    ],
  );
  await deliverer.close();
  await deleteWebhook(database.db, webhook);
});

test('Retry-After lengthens the wait, never shortens it', async () => {
  const deliverer = newDeliverer();
  for (const [status, seconds, wait] of [
    [503, '10', 60_000],
    [429, '600', 600_000],
    [429, String(90 * 24 * 3600), 24 * 3_600_000],
    [500, '600', 60_000],
  ] as const) {
    const webhook = await newWebhook();
    await newDelivery(webhook);
    answer = { status, headers: { 'retry-after': seconds } };
    assert.equal(await deliverDue(deliverer), 1);
    answer = { status: 200 };
    await expectAttemptAfter(deliverer, webhook, wait);
  }
  await deliverer.close();
});

test('neither occasional failures nor a rejected test pauses a webhook', async () => {
  const webhook = await newWebhook();
  const deliverer = newDeliverer();
  // There are more failures than one delivery has retries.
  for (let n = 0; n < 6; n++) {
    await newDelivery(webhook);
    answer = { status: 500 };
    assert.equal(await deliverDue(deliverer), 1);
    answer = { status: 200 };
    await expectAttemptAfter(deliverer, webhook, retryDelaysMs[0]);
  }
  await newDelivery(webhook, 'test');
  answer = { status: 410 };
  assert.equal(await deliverDue(deliverer), 1);
  await deliverer.close();
  assert.equal((await getWebhook(database.db, { id: webhook })).status, 'active');
});

test('deliveries of a suspended or downgraded account wait, with tests and replays, and resume once it is restored', async () => {
  answer = { status: 204 };
  const deliverer = newDeliverer();
  const changeAccount = (change: Partial<Parameters<typeof updateAccount>[1]>) =>
    updateAccount(bySystem(database.db), { ...change, id: accountId });
  for (const [lose, restore] of [
    [{ suspended: true }, { suspended: false }],
    [{ plan: 'scale' }, { plan: 'enterprise' }],
  ] as const) {
    const webhook = await newWebhook();
    await newDelivery(webhook);
    await changeAccount(lose);
    await testWebhook({ ...bySystem(database.db), limits: defaultLimits }, { id: webhook });
    assert.equal(await deliverDue(deliverer), 0, JSON.stringify(lose));
    clock += 24 * 3_600_000;
    assert.equal(await deliverDue(deliverer), 0, JSON.stringify(lose));
    await changeAccount(restore);
    assert.equal(await deliverDue(deliverer), 2, JSON.stringify(restore));
  }
  await deliverer.close();
});

test('a secret that cannot be decrypted is a failure with a remedy', async () => {
  const webhook = await newWebhook();
  const delivery = await newDelivery(webhook);
  await changeWebhook(database.db, webhook, {
    sealed_secret: createEncryption('another operator key').encrypt('whsec_c2VjcmV0'),
  });
  const deliverer = newDeliverer(() => {});
  assert.equal(await deliverDue(deliverer), 0);
  await deliverer.close();
  const detail = await findDelivery(database.db, webhook, delivery);
  assert.deepEqual([detail?.status, detail?.attempts], ['pending', 1]);
  assert.match(detail?.log[0]?.error ?? '', /rotate/);
});

test('deliveries older than 30 days are deleted', async () => {
  const webhook = await newWebhook();
  await newDelivery(webhook);
  clock += 1000;
  await newDelivery(webhook);
  await deleteDeliveriesBefore(database.db, new Date(clock));
  assert.equal((await selectDeliveries(database.db, webhook, { limit: 10 })).length, 1);
});

test('a claim that an outage kept from being released delays nothing', async () => {
  answer = { status: 204 };
  // Sends the deliveries of earlier tests.
  const quiet = newDeliverer();
  await deliverDue(quiet);
  await quiet.close();
  const webhook = await newWebhook();
  await newDelivery(webhook);
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'An outage.'; end $$;
    create trigger outage before update on webhook_endpoints for each row
      when (new.claimed_until is null and old.claimed_until is not null) execute function refuse()`);
  const errors: unknown[] = [];
  const deliverer = newDeliverer((observation) => 'error' in observation && errors.push(observation.error));
  assert.equal(await deliverDue(deliverer), 1);
  assert.equal(errors.length, 1);
  await database.pool.query('drop trigger outage on webhook_endpoints');
  await newDelivery(webhook);
  assert.equal(await deliverDue(deliverer), 1, 'before the claim expires');
  await deliverer.close();
});

test('deliveries claimed by a killed process are sent once the claim ends', async () => {
  answer = { status: 204 };
  const deliverer = newDeliverer();
  await deliverDue(deliverer);
  const webhook = await newWebhook();
  await newDelivery(webhook);
  const claimMs = 60_000;
  assert.deepEqual(await claimWebhooks(database.db, new Date(clock), new Date(clock + claimMs), 128), [webhook]);
  assert.equal(await deliverDue(deliverer), 0);
  clock += claimMs;
  assert.equal(await deliverDue(deliverer), 1);
  await deliverer.close();
});

test('a delivery due during a claim is sent at once', { timeout: 20_000 }, async () => {
  answer = { status: 204 };
  const quiet = newDeliverer();
  await deliverDue(quiet);
  await quiet.close();
  receiver.requests.length = 0;
  const webhook = await newWebhook();
  clock += 7;
  await newDelivery(webhook);
  clock -= 7;
  // Each read of the clock advances it by 5 ms.
  const deliverer = newDeliverer(undefined, () => (clock += 5));
  deliverer.wake();
  await receiver.received(1);
  await deliverer.close();
});

test('a hanging receiver delays no other webhook', async () => {
  answer = { status: 204 };
  const hanging = await startReceiver(() => {});
  await newDelivery(await newWebhook(hanging.url));
  const deliverer = newDeliverer();
  deliverer.wake();
  await hanging.received(1);
  await newDelivery(await newWebhook());
  deliverer.wake();
  await receiver.received(1);
  await hanging.close();
  await deliverer.close();
});

test('a webhook can be deleted while one of its attempts is being settled', async () => {
  const response = Promise.withResolvers<void>();
  const slow = await startReceiver((res) => void response.promise.then(() => res.end()));
  try {
    const webhookId = await newWebhook(slow.url);
    const deliveryId = await newDelivery(webhookId);
    const deliverer = newDeliverer();
    deliverer.wake();
    await slow.received(1);
    await database.db.transaction().execute(async (trx) => {
      await lockWebhook(trx, webhookId);
      response.resolve();
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await until(
        () => waiting.execute(trx),
        ({ rows }) => rows.length > 0,
      );
      await deleteWebhook(trx, webhookId);
    });
    await deliverer.idle();
    assert.equal(await findDelivery(database.db, webhookId, deliveryId), undefined);
    await deliverer.close();
  } finally {
    await slow.close();
  }
});

test('a delivery thread runs while there are webhooks, and is restarted when killed', async () => {
  const { db, url } = database;
  answer = { status: 200 };
  await db.deleteFrom('webhook_endpoints').execute();
  const deps = {
    ...bySystem(db),
    encryption,
    allowPrivate: true,
    limits: defaultLimits,
    lookups: () => async () => [],
    catalog: () => ({ snapshot: {} }) as never,
  };
  const threads: Worker[] = [];
  const remember = (worker: Worker) => void threads.push(worker);
  process.on('worker', remember);
  const observed: Observation[] = [];
  const ends: Error[] = [];
  const task = { url, operatorKey, retryDelaysMs: [60_000], allowPrivate: true, limits: defaultLimits };
  const deliverer = deliverInThread(
    { ...task, isSoleWorker: true, backend: 'postgres' },
    {
      observe: (observation) => observed.push(observation),
      onEnd: (error) => ends.push(error),
      isNeeded: () => hasWebhooks(db),
      restartMs: 10,
    },
  );
  await deliverer.update();
  assert.equal(threads.length, 0);
  const { webhook_id } = await createWebhook(deps, { accountId, webhook_url: receiver.url });
  await Promise.all([deliverer.update(), deliverer.update()]);
  assert.equal(threads.length, 1);
  for (let run = 1; run <= 2; run++) {
    await testWebhook(deps, { id: webhook_id });
    await receiver.received(run);
    assert.equal(threads.length, run);
    if (run < 2) await threads.at(-1)?.terminate();
  }
  await until(
    async () => observed.map(({ kind }) => kind).filter((kind) => kind.startsWith('delivery_thread')),
    (kinds) => kinds.length === 2,
  );
  assert.deepEqual(
    ends.map(({ message }) => message),
    ['The delivery thread ended with exit code 1.'],
  );
  const ended = once(threads.at(-1) ?? assert.fail(), 'exit');
  await removeWebhook(deps, { id: webhook_id });
  await deliverer.update();
  await ended;
  assert.equal(ends.length, 1);
  await deliverer.close();
  process.off('worker', remember);
  assert.equal(threads.length, 2);
});
