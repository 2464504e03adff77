// Weekly exports in the real service: the API, one export per week over several processes, the quota, pauses, emails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type LiveCatalog, openLiveCatalog } from '../../src/catalog/live-catalog.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type RunDueDeps, runDueSchedules, settleSchedule } from '../../src/exports/schedules/run-due.ts';
import { failExport } from '../../src/exports/store.ts';
import { type Jobs, startJobs } from '../../src/jobs/jobs.ts';
import { readOutbox } from '../setup/outbox.ts';
import type { TestService } from '../setup/service.ts';
import { sharedHooks, sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let client: pg.Client;
let db: Database;
let closeDatabase: () => Promise<void>;
let catalog: LiveCatalog;
let jobs: Jobs;
let deps: RunDueDeps;

before(async () => {
  service = await sharedService();
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  // The minutely run would process schedules that a test makes due. No other file of the lane needs it.
  await client.query("delete from pgboss.schedule where name = 'export_schedules'");
  ({ db, close: closeDatabase } = openDatabase(service.databaseUrl, () => {}));
  catalog = await openLiveCatalog(service.databaseUrl, db, () => {});
  jobs = await startJobs(service.databaseUrl, { isSoleWorker: false, isSendOnly: true }, () => {});
  deps = { db, jobs, catalog: catalog.current, limits: defaultLimits, publicUrl: () => service.url };
});

after(async () => {
  await jobs.close();
  await catalog.close();
  await closeDatabase();
  await client.end();
});

const finance = sharedHooks.filter(({ niche }) => niche === 'finance').length;
const path = '/exports/schedules';
const weekly = { format: 'csv', filters: { niche: 'finance' }, fields: ['text', 'id'], day: 'monday', hour: 6 };

async function create(key: string, body: object = weekly) {
  const answer = await service.send('POST', path, key, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

const read = async (id: string, key: string) => (await service.get(`${path}/${id}`, key)).body;
const exportsOf = async (key: string) => (await service.get('/exports', key)).body.data;
const makeDue = (id: string) =>
  client.query("update export_schedules set next_run_at = now() - interval '1 minute' where id = $1", [id]);
const mails = (subject: string, email: string) =>
  readOutbox(service.dataDir, subject).filter((mail) => mail.includes(email));
const mailed = (subject: string, email: string) =>
  until(
    async () => mails(subject, email),
    ({ length }) => length > 0,
  );

test('a weekly export is created, listed, changed, paused, resumed and deleted by its account only', async () => {
  const { key } = await service.account('enterprise');
  const { key: stranger } = await service.account('enterprise');
  const created = await create(key, { ...weekly, timezone: 'Europe/Berlin' });
  assert.match(created.schedule_id, /^sch_\w{16}$/);
  assert.deepEqual([created.fields, created.filters], [['id', 'text'], { niche: ['finance'] }]);
  assert.deepEqual([created.status, created.day, created.hour], ['active', 'monday', 6]);
  assert.ok(Date.parse(created.next_run_at) > Date.now());
  const one = `${path}/${created.schedule_id}`;
  assert.deepEqual((await service.get(path, key)).body.data, [created]);
  assert.deepEqual((await service.get(path, stranger)).body.data, []);
  for (const method of ['GET', 'PATCH', 'DELETE'])
    assert.equal((await service.send(method, one, stranger, method === 'PATCH' ? { body: {} } : {})).status, 404);
  const change = { day: 'friday', fields: null, status: 'paused' };
  const { body: changed } = await service.send('PATCH', one, key, { body: change });
  const { day, fields, paused_by, next_run_at } = changed;
  assert.deepEqual([day, fields, paused_by, next_run_at], ['friday', null, 'owner', null]);
  const { body: resumed } = await service.send('PATCH', one, key, { body: { status: 'active' } });
  assert.equal(new Date(resumed.next_run_at).getUTCDay(), 5);
  assert.equal((await service.send('DELETE', one, key)).status, 200);
  assert.deepEqual((await service.get(path, key)).body.data, []);
});

test('a weekly export needs a plan with exports and valid fields; an account has at most ten', async () => {
  const { key: pro } = await service.account('pro');
  assert.equal((await service.send('POST', path, pro, { body: weekly })).body.code, 'plan_required');
  const { key } = await service.account('scale');
  const { status, body } = await service.send('POST', path, key, { body: { ...weekly, fields: ['txt'] } });
  assert.deepEqual([status, body.errors[0].pointer, body.errors[0].did_you_mean], [422, '#/fields', 'text']);
  for (let n = 0; n < 10; n++) await create(key);
  assert.equal((await service.send('POST', path, key, { body: weekly })).status, 409);
});

test('a due schedule runs once across several processes, and one email has the link to its file', async () => {
  const { key, email } = await service.account('enterprise');
  const { schedule_id: id } = await create(key);
  await makeDue(id);
  await Promise.all([runDueSchedules(deps), runDueSchedules(deps), runDueSchedules(deps)]);
  const [requested, ...others] = await exportsOf(key);
  assert.equal(others.length, 0);
  assert.deepEqual([requested.schedule_id, requested.fields], [id, ['id', 'text']]);
  const schedule = await read(id, key);
  assert.equal(schedule.last_export_id, requested.export_id);
  assert.equal(new Date(schedule.next_run_at).getUTCDay(), 1);
  const [mail = ''] = await mailed(`Your weekly export is ready: ${finance} hooks, csv`, email);
  const [url = ''] = /http\S+token=\S+/.exec(mail) ?? [];
  const [header, ...rows] = (await (await fetch(url)).text()).trimEnd().split('\r\n');
  assert.deepEqual([header, rows.length], ['id,text', finance]);
  const { body: audit } = await service.operator('GET', `/operator/audit?subject=${requested.export_id}`);
  const record = audit.records.find(({ action }: { action: string }) => action === 'export.requested');
  assert.deepEqual([record.actor, record.details.schedule], ['system', id]);
  await runDueSchedules(deps);
  assert.equal((await exportsOf(key)).length, 1);
  assert.equal(mails('Your weekly export is ready', email).length, 1);
});

test('on Scale a schedule uses the export of its day, and waits for the next day if that is used', async () => {
  const { key } = await service.account('scale');
  const { schedule_id: id } = await create(key);
  const { body: first } = await service.send('POST', '/export', key, { body: { format: 'json' } });
  await makeDue(id);
  await runDueSchedules(deps);
  assert.equal((await exportsOf(key)).length, 1);
  const waiting = await read(id, key);
  assert.equal(Date.parse(waiting.next_run_at) % 86_400_000, 0);
  assert.match(waiting.error, /already used/);
  await client.query("update exports set created_at = created_at - interval '1 day' where id = $1", [first.export_id]);
  await makeDue(id);
  await runDueSchedules(deps);
  const [newest] = await exportsOf(key);
  assert.equal(newest.schedule_id, id);
  const { body: refused } = await service.send('POST', '/export', key, { body: { format: 'json' } });
  assert.equal(refused.code, 'export_quota_exceeded');
});

test('after a downgrade the schedule is paused with the reason, by email too, and can be resumed', async () => {
  const account = await service.account('scale');
  const { schedule_id: id } = await create(account.key);
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { plan: 'pro' });
  await makeDue(id);
  await Promise.all([runDueSchedules(deps), runDueSchedules(deps)]);
  assert.equal((await mailed('Your weekly export is paused', account.email)).length, 1);
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { plan: 'scale' });
  assert.equal((await read(id, account.key)).paused_by, 'plan');
  assert.deepEqual(await exportsOf(account.key), []);
  const { body } = await service.send('PATCH', `${path}/${id}`, account.key, { body: { status: 'active' } });
  assert.deepEqual([body.status, body.error], ['active', null]);
});

test('three failures in a row pause a schedule with the reason', async () => {
  const { key, email } = await service.account('enterprise');
  const { schedule_id: id } = await create(key);
  for (const paused of [null, null, 'failures']) {
    const exportId = `exp_${Math.random().toString(36).slice(2)}`;
    await client.query(
      `insert into exports (id, account_id, format, filters, status, estimated_records, total_matching, file, created_at, schedule_id)
       select $1, account_id, 'csv', '{}', 'processing', 0, 0, 'file', now(), id from export_schedules where id = $2`,
      [exportId, id],
    );
    await db.transaction().execute(async (trx) => {
      assert.ok(await failExport(trx, exportId, 'file', 'The file could not be written.'));
      await settleSchedule(trx, { ...deps, linkSecret: 'secret' }, exportId);
    });
    const schedule = await read(id, key);
    assert.deepEqual([schedule.paused_by, schedule.error], [paused, 'The file could not be written.']);
  }
  const [mail] = await mailed('Your weekly export is paused', email);
  assert.match(mail ?? '', /failed\s3\stimes\sin\sa\srow/);
});
