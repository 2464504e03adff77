// A run of weekly exports that is ended by kill -9: the next run completes it, and no export is requested twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/database.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { startKilledProcess } from '../../setup/processes/killed-process.ts';
import { query } from '../../setup/refresh.ts';
import { call } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';

const schedules = 60;

test('a run of weekly exports that is killed continues in the next process: one export each', async (t) => {
  const { running, databaseUrl, killAt } = await startKilledProcess();
  const { db, close } = openDatabase(databaseUrl, () => {}, { connections: 1 });
  const jobs = await startJobs(databaseUrl, { isSoleWorker: false, isSendOnly: true }, () => {});
  /** Starts due exports, as the schedule does each minute. */
  const requestRun = () => db.transaction().execute((trx) => jobs.send(trx, 'export_schedules', null));
  const owner = { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' };
  const { body: account } = await call(running, running.operatorKey, 'POST', '/operator/accounts', owner);
  await query(
    { databaseUrl },
    `insert into export_schedules (id, account_id, format, filters, day, hour, timezone, next_run_at, created_at, updated_at)
      select 'sch_' || n, $1, 'csv', '{}', 1, 6, 'UTC', now() - interval '1 minute', now(), now() from generate_series(1, $2::int) n`,
    [account.id, schedules],
  );
  const service = await killAt('after insert on exports', "new.schedule_id = 'sch_30'", requestRun);
  t.after(service.close);
  const count = async () =>
    (
      await query({ databaseUrl }, 'select count(*)::int n, count(distinct schedule_id)::int as schedules from exports')
    )[0];
  const { n: before } = await count();
  assert.ok(before > 0 && before < schedules, `${before} when it was killed`);
  await requestRun();
  const exports = await until(count, ({ schedules: requested }) => requested === schedules);
  assert.deepEqual(exports, { n: schedules, schedules });
  await jobs.close();
  await close();
});
