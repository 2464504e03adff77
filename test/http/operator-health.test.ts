// GET /operator/health with and without problems; and known secrets, which appear in no log, database row, file or response.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { OperatorHealth } from '../../src/http/operator/health-schema.ts';
import { operatorKey, type TestService, testService } from '../setup/service.ts';
import { signInAsOperator } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const smtpPassword = 'canaryOfTheMailServer';
let service: TestService;
let log = '';
let restoreLog = () => {};

before(async () => {
  const { write } = process.stderr;
  process.stderr.write = ((chunk: unknown) => {
    log += chunk;
    return true;
  }) as typeof write;
  restoreLog = () => void Object.assign(process.stderr, { write });
  service = await testService({
    HOOKLINE_LOG: 'debug',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    SMTP_URL: `smtp://mail:${smtpPassword}@127.0.0.1:1`,
  });
});

after(async () => {
  await service.close();
  restoreLog();
});

async function health(): Promise<OperatorHealth> {
  const { status, body } = await service.operator('GET', '/operator/health');
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Waits until a problem with this text is reported. */
async function problem(pattern: RegExp) {
  const find = ({ problems }: OperatorHealth) => problems.find(({ what }) => pattern.test(what));
  const found = find(await until(health, (current) => find(current) !== undefined));
  assert.ok(found);
  return found;
}

test('health has process, database, disk, queues and catalog, for the operator only', async () => {
  const { status, process: own, database, disk, export_files, queues, deliveries, problems } = await health();
  assert.equal(status, problems[0]?.severity ?? 'ok');
  assert.ok(own.uptime_seconds > 0 && own.memory.rss_bytes > 1e6);
  assert.ok(database.reachable && (database.size_bytes ?? 0) > 1e6 && (database.answered_in_ms ?? -1) >= 0);
  assert.ok(disk && disk.total_bytes > disk.free_bytes && disk.path === service.dataDir);
  const location = join(service.dataDir, 'exports');
  assert.deepEqual(export_files, { location, reachable: true, files: 0, bytes: 0, error: null });
  assert.deepEqual(queues?.source, { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_at: null, error: null });
  assert.deepEqual(deliveries, { due: 0, oldest_due_at: null, pending: 0, failed_today: 0, skipped_today: 0 });
  assert.ok(problems.some(({ what, action }) => what === 'The catalog is empty.' && action === '/console/imports'));
  assert.equal((await service.get('/operator/health')).status, 401);
});

test('unsent emails and a failing source are listed with the page to fix them on', async () => {
  const wish = { name: 'Bo', email: 'bo@example.com', use_case: 'A script generator', expected_calls_per_month: 10 };
  const { body } = await service.send('POST', '/key-requests', undefined, { body: wish });
  await service.operator('POST', `/operator/key-requests/${body.data.id}/decline`, {});
  const mail = await problem(/emails? pending retry/);
  assert.equal(mail.severity, 'error');
  assert.match(mail.what, /ECONNREFUSED/);

  const location = 'http://127.0.0.1:1/hooks.jsonl';
  const { body: source } = await service.operator('POST', '/operator/sources', { name: 'away', location });
  await service.observed('source_run_failed', source.id);
  const failing = await problem(/source away/);
  assert.deepEqual([failing.severity, failing.action], ['warning', `/console/sources?source=${source.id}`]);
  assert.ok(failing.since && failing.since >= source.created_at);
});

/** Returns all rows of all tables, including the queues, as text. */
async function dumpDatabase(): Promise<string> {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { rows: tables } = await client.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push((await client.query(`select string_agg(t::text, ' ') as text from ${name} t`)).rows[0].text);
  await client.end();
  return texts.join('\n');
}

function readFiles(directory: string): string {
  const entries = globSync('**/*', { cwd: directory, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return files.map((file) => readFileSync(file, 'latin1')).join('\n');
}

test('no secret appears in logs, database, files or responses', async () => {
  const { key } = await service.account('enterprise');
  const created = await service.send('POST', '/webhooks', key, { body: { webhook_url: 'http://127.0.0.1:1/in' } });
  const { webhook_id, secret } = created.body;
  const { body: signIn } = await service.operator('POST', '/operator/sign-in-links');
  const session = await signInAsOperator(service);
  const { export_id } = (await service.send('POST', '/export', key, { body: { format: 'jsonl' } })).body;
  await service.send('POST', `/webhooks/${webhook_id}/test`, key);
  await service.observed('delivery_attempted', webhook_id);
  const answers = [
    await service.get(`/webhooks/${webhook_id}`, key),
    await service.get(`/webhooks/${webhook_id}/deliveries`, key),
    await service.get(`/export/${export_id}`, key),
    await service.get(`/hooks?api_key=${key}`, key),
    await service.get('/requests', key),
    await service.get('/hooks', `${key.slice(0, -1)}!`),
  ];
  for (const name of ['accounts', 'webhooks', 'audit', 'health', 'stats', 'sessions'])
    answers.push(await service.operator('GET', `/operator/${name}`));
  // Stopping writes all pending data.
  await service.stop();

  const places = {
    log,
    database: await dumpDatabase(),
    files: readFiles(service.dataDir),
    responses: answers.map(({ body }) => JSON.stringify(body)).join('\n'),
  };
  assert.match(places.log, /"msg":"delivery_attempted"/);
  assert.match(places.database, new RegExp(webhook_id));
  const secrets = {
    key,
    secret,
    operatorKey,
    smtpPassword,
    token: signIn.url.split('#token=')[1],
    cookie: decodeURIComponent(session.cookie.split('=')[1] ?? ''),
  };
  for (const [place, text] of Object.entries(places))
    for (const [name, value] of Object.entries(secrets)) {
      assert.ok(value.length > 16, name);
      assert.ok(!text.includes(value), `${name} is in the ${place}`);
    }
});
