// Trend alerts of a process that is ended by kill -9 while it evaluates: each change is notified once, and none is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../../src/db/database.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { startKilledProcess } from '../../setup/processes/killed-process.ts';
import { query } from '../../setup/refresh.ts';
import { operatorKey } from '../../setup/service.ts';
import { call, newKey } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { dayNow, steadyLines, trendCsv, trendLines, trendQuery } from '../../trend-alerts/trend-hooks.ts';

const alerts = 10;

test('after a kill in the middle of an evaluation the next process notifies every alert, each once', async (t) => {
  const { running, databaseUrl, killAt } = await startKilledProcess();
  const { db, close } = openDatabase(databaseUrl, () => {}, { connections: 1 });
  const jobs = await startJobs(databaseUrl, { isSoleWorker: false, isSendOnly: true }, () => {});
  const importNow = async (lines: string[]) => {
    const sent = { method: 'POST', headers: { authorization: `Bearer ${operatorKey}` }, body: trendCsv(lines) };
    assert.match(await (await fetch(`${running.url}/operator/import?${trendQuery}`, sent)).text(), /"report"/);
  };
  await importNow(steadyLines('story'));
  const key = await newKey(running, 'scale');
  const watch = { by: 'niche', filters: { archetype: 'story' }, verdicts: ['heating', 'cooling'] };
  for (let n = 1; n <= alerts; n++)
    await call(running, key, 'POST', '/trends/alerts', { ...watch, name: `Alert ${n}.` });

  const service = await killAt('before insert on pgboss.job', "new.name = 'mail'", () =>
    importNow(trendLines('story', dayNow, { food: 60 })),
  );
  t.after(service.close);
  const state = async () => {
    const [row] = await query(
      { databaseUrl },
      `select (select count(*)::int from trend_alerts t, catalog c where t.evaluated_version < c.version) as late, count(*)::int as mails,
        count(distinct substring(data->>'text' from 'Alert \\d+'))::int as notified
        from pgboss.job where name = 'mail' and data->>'subject' like '%is heating up%'`,
    );
    return row;
  };
  const done = await until(
    async () => {
      // The schedule does this each minute.
      await db.transaction().execute((trx) => jobs.send(trx, 'trend_alerts', null));
      return state();
    },
    ({ late, notified }) => late === 0 && notified === alerts,
  );
  assert.deepEqual(done, { late: 0, mails: alerts, notified: alerts });
  await jobs.close();
  await close();
});
