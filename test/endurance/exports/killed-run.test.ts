// A run of weekly exports that is ended by kill -9: the next one completes it, and no export is requested twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOn } from '../../../src/db/one-connection.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { killableService } from '../../setup/processes/killable-service.ts';
import { hookLine } from '../../setup/service.ts';
import { call, importLines } from '../../setup/service-process.ts';

let service: Awaited<ReturnType<typeof killableService>>;
before(async () => {
  service = await killableService();
});
after(() => service.close());

/** As the schedule of each minute does. */
async function requestRun(): Promise<void> {
  const jobs = await startJobs(service.url, { isSoleWorker: false, isSendOnly: true }, () => {});
  await service.withClient((client) =>
    databaseOn(client)
      .transaction()
      .execute((trx) => jobs.send(trx, 'export_schedules', null)),
  );
  await jobs.close();
}

test('a run of weekly exports that is killed goes on in the next process: one export each', async () => {
  const running = service.running();
  const schedules = 60;
  await importLines(running, [hookLine('A line to export')]);
  const owner = { name: 'Ann', email: 'ann@example.com', plan: 'enterprise' };
  const { body: account } = await call(running, running.operatorKey, 'POST', '/operator/accounts', owner);
  await service.query(`insert into export_schedules (id, account_id, format, filters, day, hour, timezone, next_run_at, created_at, updated_at)
    select 'sch_' || n, '${account.id}', 'csv', '{}', 1, 6, 'UTC', now() - interval '1 minute', now(), now()
    from generate_series(1, ${schedules}) n`);
  await requestRun();
  await service.killInTheMiddle(
    'select count(*)::int as done from exports where schedule_id is not null',
    schedules,
    requestRun,
  );
  const [exports] = await service.query(
    'select count(*)::int as all, count(distinct schedule_id)::int as schedules from exports',
  );
  assert.deepEqual(exports, { all: schedules, schedules });
});
