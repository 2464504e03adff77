// Public status of databases with overdue work, and uptime over several processes and downtimes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccount } from '../../src/accounts/actions.ts';
import { bySystem } from '../../src/audit/actor.ts';
import type { Catalog } from '../../src/catalog/live-catalog.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { readStatus, type Status, type StatusDeps, statusSchema, withAnnouncements } from '../../src/status/status.ts';
import { countMinutes, insertMinutes } from '../../src/status/store.ts';
import { computeUptime, recordMinutes } from '../../src/status/uptime.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';

const minute = 60_000;
const now = Date.parse('2026-11-21T12:00:30Z');
const ago = (minutes: number) => new Date(now - minutes * minute);

let database: TestDatabase;
let db: Database;

before(async () => {
  database = await testDatabase();
  db = database.db;
});

after(() => database.close());

const snapshot = { size: 7, hasSample: true, version: 3, updatedAt: ago(60).toISOString(), dataThrough: null };
const depsOf = (of: Database): StatusDeps => ({
  db: of,
  observe: () => {},
  version: '1.0.0',
  startedAt: ago(90),
  updateEvery: '4h',
  catalog: () => ({ snapshot }) as unknown as Catalog,
  freshness: () => ({ checkedAt: null, nextUpdateAt: null }),
  latency: () => ({ p50_ms: null, p95_ms: null, p99_ms: null, requests: 0, window_minutes: 15 }),
});

async function statusOf(of = db): Promise<Status> {
  return statusSchema.strict().parse(withAnnouncements(await readStatus(depsOf(of), now), []));
}

test('downtime lowers the uptime, and concurrent processes do not exceed 100 %', async () => {
  const own = await testDatabase();
  const run = async (from: number, until: number) => {
    const clock = { now: now - from * minute };
    const insert = (minutes: readonly Date[]) => insertMinutes(own.db, minutes);
    const recorder = recordMinutes({ insert, observe: ({ kind }) => assert.fail(kind), now: () => clock.now });
    for (; clock.now <= now - until * minute; clock.now += 20_000) await recorder.check();
    await recorder.close();
  };
  await Promise.all([run(20, 11), run(20, 15)]);
  await run(7, 0);
  const { last_24h, days, measured_since } = computeUptime(await countMinutes(own.db, now), now);
  // The service ran from 11:40 to 11:59, except from 11:50 to 11:52.
  assert.deepEqual([last_24h, days.at(-1)], [0.85, { day: '2026-11-21', uptime: 0.85 }]);
  assert.equal(measured_since, '2026-11-21T11:40:00.000Z');
  await own.close();
});

test('deliveries are counted without tests and the backlog of paused webhooks', async () => {
  await endpoint('one', 'active');
  await endpoint('two', 'paused');
  const recent = { created_at: ago(30), settled_at: ago(29) };
  for (const n of [1, 2, 3]) await delivery(`done${n}`, 'one', { ...recent, status: 'delivered' });
  await delivery('failed', 'one', { ...recent, status: 'failed' });
  await delivery('old', 'one', { status: 'failed', created_at: ago(1500) });
  await delivery('test', 'one', { ...recent, kind: 'test', status: 'failed' });
  await delivery('kept', 'two', { status: 'pending', created_at: ago(600), next_attempt_at: ago(600) });
  await delivery('waits', 'one', { status: 'pending', created_at: ago(40), next_attempt_at: ago(9) });
  const { status, deliveries } = await statusOf();
  const counts = { window_hours: 24, delivered: 3, failed: 1, pending: 1, success_ratio: 0.75 };
  assert.deepEqual([status, deliveries], ['up', { ...counts, oldest_pending_at: ago(40).toISOString() }]);
});

test('a delivery ten minutes overdue degrades the status; one behind a slow receiver does not', async () => {
  const change = (claimed_until: Date | null) =>
    db.updateTable('webhook_endpoints').set({ claimed_until }).where('id', '=', 'late').execute();
  await endpoint('late', 'active');
  await delivery('late', 'late', { status: 'pending', created_at: ago(60), next_attempt_at: ago(11) });
  assert.match((await statusOf()).reasons.join(), /^Webhook deliveries have been overdue/);
  await change(ago(-1));
  assert.equal((await statusOf()).status, 'up');
  await change(ago(5));
  assert.equal((await statusOf()).status, 'degraded');
});

test('during an outage the status is served from memory', async () => {
  const { db: gone, close } = openDatabase('postgres://hookline@127.0.0.1:1/hookline', () => {});
  const { status, reasons, catalog, uptime, deliveries, exports } = await statusOf(gone);
  await close();
  assert.deepEqual([status, reasons.length, catalog.hooks, catalog.sample_data], ['degraded', 1, 7, true]);
  assert.deepEqual([uptime, deliveries, exports], [null, null, null]);
});

let accountId: string | undefined;

async function endpoint(id: string, status: 'active' | 'paused'): Promise<void> {
  accountId ??= (await createAccount(bySystem(db), { name: 'A', email: 'a@example.com', plan: 'enterprise' })).id;
  const times = { created_at: ago(2000), updated_at: ago(2000) };
  const row = {
    id,
    account_id: accountId,
    url: 'https://example.com',
    filters: '{}',
    status,
    sealed_secret: '',
    ...times,
  };
  await db.insertInto('webhook_endpoints').values(row).execute();
}

type Times = {
  status: 'pending' | 'delivered' | 'failed';
  created_at: Date;
  settled_at?: Date;
  next_attempt_at?: Date;
};

async function delivery(id: string, endpoint_id: string, times: Times & { kind?: 'event' | 'test' }): Promise<void> {
  const batch = { message_id: id, batch_index: 1, batch_of: 1, hooks: 1, body: '' };
  const row = { id, endpoint_id, kind: 'event' as const, ...batch, ...times };
  await db.insertInto('webhook_deliveries').values(row).execute();
}
