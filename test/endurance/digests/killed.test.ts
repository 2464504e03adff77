// Digests while processes are ended by kill -9: one email an account, and nobody is left out.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { type TestDatabase, testDatabase } from '../../setup/database.ts';
import { defined } from '../../setup/defined.ts';
import { hookLine, operatorKey } from '../../setup/service.ts';
import { importLines, type Running, startProcess } from '../../setup/service-process.ts';
import { until } from '../../setup/until.ts';
import { seededRandom } from '../random.ts';

type Accepted = { to: string; messageId: string; date: string; hooks: string; machine: string };

const random = seededRandom();
const directory = mkdtempSync(join(tmpdir(), 'hookline-digests-'));
const accepted: Accepted[] = [];
const machines = new Map<string, Running>();
let database: TestDatabase;
let server: SMTPServer;
let started = 0;
/** Called with each email before and after it is accepted; may end the process that sends it. */
let onEmail: (at: 'before' | 'after', email: Accepted) => Promise<void> = async () => {};

before(async () => {
  database = await testDatabase();
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const email = toAccepted(await new Response(stream as never).text(), session.hostNameAppearsAs);
      await onEmail('before', email);
      accepted.push(email);
      done();
      await onEmail('after', email);
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [first] = await Promise.all([startMachine(), startMachine(), startMachine()]);
  await importLines(first, [hookLine('A line of before')]);
});

after(async () => {
  for (const { child, exit } of machines.values()) {
    child.kill('SIGKILL');
    await exit;
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await database.close();
  rmSync(directory, { recursive: true });
});

function toAccepted(text: string, machine: string): Accepted {
  const header = (name: string) => new RegExp(`^${name}: (.*)`, 'im').exec(text)?.[1]?.trim() ?? '';
  const hooks = [...text.matchAll(/^- (.*)/gm)].map(([line]) => line).join();
  return { to: header('To'), messageId: header('Message-ID'), date: header('Date'), hooks, machine };
}

/** A process with its own data directory, as on a separate machine. It says its name to the mail server. */
async function startMachine(): Promise<Running> {
  const name = `machine-${++started}`;
  const { port } = server.server.address() as AddressInfo;
  const running = await startProcess(join(directory, name), {
    DATABASE_URL: database.url,
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
    SMTP_URL: `smtp://127.0.0.1:${port}?name=${name}`,
  });
  machines.set(name, running);
  return running;
}

async function killMachine(name: string): Promise<void> {
  const { child, exit } = defined(machines.get(name));
  machines.delete(name);
  child.kill('SIGKILL');
  await exit;
}

/** As the schedule of each minute does. */
async function requestRun(): Promise<void> {
  const jobs = await startJobs(database.url, { isSoleWorker: false, isSendOnly: true }, () => {});
  await database.db.transaction().execute((trx) => jobs.send(trx, 'digests', null));
  await jobs.close();
}

/** Accounts, each with a digest that is due and has one hook to tell. */
async function insertDue(emails: readonly string[]): Promise<void> {
  const { pool } = database;
  for (const [n, email] of emails.entries()) {
    const id = hash('sha256', email).slice(0, 16);
    const account = [`acc_${id}`, email];
    await pool.query(
      "insert into accounts (id, name, email, plan, created_at) values ($1, 'Ann', $2, 'pro', now())",
      account,
    );
    const search = [`srch_${id}`, account[0], `${n} ${id}`];
    await pool.query(
      `with one as (insert into searches (id, account_id, name, filters, token_hash, sealed_token, created_at, updated_at)
         values ($1, $2, 'All', '{}', $3, '', now(), now()) returning id)
       insert into digests (search_id, every, day, hour, next_run_at, told_version)
       select one.id, 'daily', 1, 8, now() - interval '1 minute', version - 1 from one, catalog`,
      search,
    );
  }
}

const queryOne = async (text: string) => (await database.pool.query(text)).rows[0];
/** Jobs of killed processes wait for their next attempt; the clock is moved in the database. */
const retryNow = () =>
  database.pool.query("update pgboss.job set start_after = now() where name = 'digest' and state = 'retry'");

test('processes that are killed while digests are sent: every account gets one, and what is sent again has the same id', async () => {
  const emails = Array.from({ length: 200 }, (_, n) => `reader${n}@example.com`);
  const kills = 12;
  await insertDue(emails);
  const moments = new Set(
    Array.from({ length: kills }, (_, n) => Math.floor(((n + random()) * emails.length) / kills)),
  );
  const starting: Promise<unknown>[] = [];
  let seen = 0;
  let killed = 0;
  onEmail = async (at, { machine }) => {
    // Half of them die before they hear that the email was accepted, and half just after.
    const isBefore = seen % 2 === 0;
    if (at === 'after') seen++;
    if ((at === 'before') !== isBefore || !moments.delete(seen - (at === 'after' ? 1 : 0)) || !machines.has(machine))
      return;
    killed++;
    await killMachine(machine);
    starting.push(startMachine().then(requestRun));
  };
  await requestRun();
  await until(
    async () => {
      await retryNow();
      const left = await queryOne(`select count(*)::int as digests,
        (select count(*)::int from pgboss.job where name in ('digest', 'digests') and state < 'completed') as jobs
        from digests where next_run_at < now()`);
      return { ...left, told: new Set(accepted.map(({ to }) => to)).size };
    },
    ({ digests, jobs, told }) => digests === 0 && jobs === 0 && told === emails.length,
  );
  await Promise.all(starting);
  onEmail = async () => {};
  assert.ok(killed >= kills / 2, `${killed} processes were killed`);
  assert.deepEqual([...new Set(accepted.map(({ to }) => to))].sort(), [...emails].sort(), 'nobody is left out');
  const ids = new Map<string, Set<string>>();
  for (const { to, messageId, date, hooks } of accepted)
    ids.set(to, (ids.get(to) ?? new Set()).add(`${messageId} ${date} ${hooks}`));
  for (const [to, sent] of ids) assert.equal(sent.size, 1, `${to} got different emails: ${[...sent].join()}`);
  assert.equal(new Set(accepted.map(({ messageId }) => messageId)).size, emails.length);
  const repeated = accepted.length - emails.length;
  assert.ok(repeated <= killed, `${repeated} emails were sent again after ${killed} kills`);
  const states = await queryOne('select count(*)::int as sent from digests where sent_period is not null');
  assert.equal(states.sent, emails.length);
});
