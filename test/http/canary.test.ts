// Searches for known secrets where none may be: the debug log, every database row, the files, responses.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { call, newKey, startProcess } from '../setup/service-process.ts';

/** All rows of all tables, including the queues, as text. */
async function dump({ pool }: TestDatabase): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(
      async ({ name }) => (await pool.query(`select string_agg(t::text, ' ') as text from ${name} t`)).rows[0].text,
    ),
  );
  return texts.join('\n');
}

function filesIn(directory: string): string {
  const files = globSync('**/*', { cwd: directory }).map((name) => join(directory, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

test('no secret appears in logs, database, files or responses', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-canary-'));
  const database = await testDatabase();
  const operatorKey = 'canary-of-the-operator-key-0123456789';
  const smtpPassword = 'canaryOfTheMailServer';
  const running = await startProcess(directory, {
    DATABASE_URL: database.url,
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_LOG: 'debug',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    SMTP_URL: `smtp://mail:${smtpPassword}@127.0.0.1:1`,
  });
  let log = '';
  running.child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  try {
    const key = await newKey(running, 'enterprise');
    const responses: string[] = [];
    const send = async (method: string, path: string, body?: unknown, by = key) => {
      const { body: answer } = await call(running, by, method, path, body);
      responses.push(JSON.stringify(answer));
      return answer;
    };
    const { webhook_id, secret } = await send('POST', '/webhooks', { webhook_url: 'http://127.0.0.1:1/in' });
    responses.pop();
    const { export_id } = await send('POST', '/export', { format: 'jsonl' });
    const { url: link } = (await call(running, operatorKey, 'POST', '/operator/sign-in-links')).body;
    const token = link.split('#token=')[1];
    const opened = await fetch(`${running.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ token }),
    });
    const [, cookie = ''] = /^[^=]+=([^;]*)/.exec(opened.headers.getSetCookie().at(0) ?? '') ?? [];

    await send('POST', `/webhooks/${webhook_id}/test`);
    await send('GET', `/webhooks/${webhook_id}`);
    await send('GET', `/webhooks/${webhook_id}/deliveries`);
    await send('GET', `/export/${export_id}`);
    await send('GET', `/hooks?api_key=nobody`);
    await send('GET', '/hooks', undefined, `${key.slice(0, -1)}!`);
    for (const path of [
      '/operator/accounts',
      '/operator/webhooks',
      '/operator/audit',
      '/operator/health',
      '/operator/stats',
    ])
      await send('GET', path, undefined, operatorKey);
    // On exit the process writes everything that is pending.
    running.child.kill('SIGINT');
    await running.exit;

    const places = { log, database: await dump(database), files: filesIn(directory), responses: responses.join('\n') };
    assert.match(places.database, /webhook|test/);
    const secrets = { key, secret, operatorKey, smtpPassword, token, cookie: decodeURIComponent(cookie) };
    for (const [place, text] of Object.entries(places))
      for (const [name, one] of Object.entries(secrets)) {
        assert.ok(one.length > 16, name);
        assert.ok(!text.includes(one), `${name} is in the ${place}`);
      }
  } finally {
    running.child.kill('SIGKILL');
    await running.exit;
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
