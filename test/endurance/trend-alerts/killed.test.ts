// Trend alerts of two processes that are ended by kill -9 while they evaluate: each change is told once, and none is lost.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { type TestDatabase, testDatabase } from '../../setup/database.ts';
import { defined } from '../../setup/defined.ts';
import { readOutbox } from '../../setup/outbox.ts';
import { operatorKey } from '../../setup/service.ts';
import { call, newKey, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { dayNow, steadyLines, trendCsv, trendLines, trendQuery } from '../../trend-alerts/trend-hooks.ts';

const alerts = 10;
const directory = mkdtempSync(join(tmpdir(), 'hookline-trend-alerts-'));
const machines = new Map<string, Running>();
let database: TestDatabase;
/** Holds the lock that emails wait for. */
let gate: pg.Client;
let started = 0;

before(async () => {
  database = await testDatabase();
  const machine = await startMachine();
  await importNow(machine, steadyLines('story'));
  const key = await newKey(machine, 'scale');
  const watch = { by: 'niche', filters: { archetype: 'story' }, verdicts: ['heating', 'cooling'] };
  for (let n = 1; n <= alerts; n++)
    await call(machine, key, 'POST', '/trends/alerts', { ...watch, name: `Alert ${n}.` });
  // An evaluation that wants to enqueue its email waits here, in the middle of its transaction.
  await database.pool.query(`
    create function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(25); return new; end $$;
    create trigger gate before insert on pgboss.job for each row when (new.name = 'mail') execute function wait_at_gate()`);
  gate = new pg.Client(database.url);
  await gate.connect();
});

after(async () => {
  await gate.end();
  for (const name of machines.keys()) await killMachine(name);
  await database.close();
  rmSync(directory, { recursive: true });
});

/** A process with its own data directory, as on a separate machine. */
async function startMachine(): Promise<Running> {
  const name = `machine-${++started}`;
  const env = { DATABASE_URL: database.url, HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0' };
  const running = await startProcess(join(directory, name), env);
  machines.set(name, running);
  return running;
}

async function killMachine(name: string): Promise<void> {
  const running = machines.get(name);
  machines.delete(name);
  running?.child.kill('SIGKILL');
  await running?.exit;
}

async function importNow({ url }: Running, lines: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const answer = await fetch(`${url}/operator/import?${trendQuery}`, {
    method: 'POST',
    headers,
    body: trendCsv(lines),
  });
  assert.match(await answer.text(), /"report"/);
}

const count = async (text: string) => (await database.pool.query(`select count(*)::int n from ${text}`)).rows[0].n;

/** As the schedule of each minute does. */
async function requestRun(): Promise<void> {
  const jobs = await startJobs(database.url, { isSoleWorker: false, isSendOnly: true }, () => {});
  await database.db.transaction().execute((trx) => jobs.send(trx, 'trend_alerts', null));
  await jobs.close();
}

/** Of the directories of all machines. */
const toldBy = (text: string): string[] =>
  Array.from({ length: started }, (_, n) => join(directory, `machine-${n + 1}`))
    .filter((machine) => existsSync(join(machine, 'outbox')))
    .flatMap((machine) => readOutbox(machine, text))
    .map((mail) => /the trend alert\s“(Alert \d+)\./.exec(mail)?.[1] ?? mail)
    .sort();

const everyAlert = Array.from({ length: alerts }, (_, n) => `Alert ${n + 1}`).sort();

const allEvaluated = () =>
  until(
    () => count('trend_alerts t, catalog c where t.evaluated_version < c.version'),
    (late) => late === 0,
  );

/** Publishes a version while the gate is closed; resolves when `waiting` evaluations, or more, are in the middle. */
async function publishAtGate(from: Running, hooks: Record<string, number>, waiting: number): Promise<void> {
  await gate.query('select pg_advisory_lock(25)');
  await importNow(from, trendLines('story', dayNow, hooks));
  await until(
    () => count("pg_locks where locktype = 'advisory' and objid = 25 and not granted"),
    (blocked) => blocked >= waiting,
  );
}

async function tellAll(subject: string): Promise<void> {
  await until(
    async () => {
      await requestRun();
      return toldBy(subject).length;
    },
    (told) => told >= alerts,
  );
}

const openGate = () => gate.query('select pg_advisory_unlock(25)');

test('of two processes one is killed in the middle of an evaluation: every alert is told, each once', async () => {
  const survivor = defined(machines.get('machine-1'));
  await startMachine();
  await publishAtGate(survivor, { food: 60 }, 2);
  await killMachine('machine-2');
  assert.deepEqual(toldBy('Food is heating up, and 1 more'), []);
  await openGate();
  await tellAll('Food is heating up, and 1 more');
  await allEvaluated();
  assert.deepEqual(toldBy('Food is heating up, and 1 more'), everyAlert);
  assert.equal(await count("pgboss.job where name = 'mail' and data->>'subject' like '%is heating up%'"), alerts);
});

test('all are killed with a version that nobody has told: the next process that starts tells it, once', async () => {
  await database.pool.query("update trend_alerts set told = '{}'");
  await publishAtGate(defined(machines.get('machine-1')), { tech: 400 }, 1);
  await killMachine('machine-1');
  await openGate();
  await until(
    () => count("pg_stat_activity where datname = current_database() and state = 'idle in transaction'"),
    (open) => open === 0,
  );
  assert.equal(await count('trend_alerts t, catalog c where t.evaluated_version < c.version'), alerts);
  await startMachine();
  await tellAll('Tech is heating up, and 1 more');
  await allEvaluated();
  assert.deepEqual(toldBy('Tech is heating up, and 1 more'), everyAlert);
  assert.equal(await count("pgboss.job where name = 'mail' and data->>'subject' like '%is heating up%'"), 2 * alerts);
});
