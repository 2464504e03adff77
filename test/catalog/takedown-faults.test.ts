// Takedowns that meet a running export, or the end of the process.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import { openDatabase } from '../../src/db/database.ts';
import { openDirectoryFiles } from '../../src/exports/files/directory.ts';
import { createExportRunner } from '../../src/exports/run.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine, testService } from '../setup/service.ts';
import { call, importLines, newKey, startProcess } from '../setup/service-process.ts';
import { until } from '../setup/until.ts';
import { filesWith, tablesWith } from './search-everything.ts';

const secret = 'Zanzibar pelican accountants hate this ledger';
const query = 'preset=hookline&format=jsonl';

test('an export that runs during a takedown is written again without the hook', async () => {
  const running = await testService({ HOOKLINE_ROLES: 'api' });
  const directory = mkdtempSync(join(tmpdir(), 'hookline-takedown-'));
  const { db, close } = openDatabase(running.databaseUrl, () => {});
  const catalog = await openLiveCatalog(running.databaseUrl, db, () => {});
  try {
    await running.import([hookLine(secret), hookLine('A line that stays')].join('\n'), query);
    const owner = await running.account('enterprise');
    const { body } = await running.send('POST', '/export', owner.key, { body: { format: 'jsonl' } });
    const files = openDirectoryFiles(directory);
    let attempts = 0;
    const runner = createExportRunner({
      db,
      catalog: catalog.current,
      refresh: catalog.refresh,
      files: {
        ...files,
        put: async (...args) => {
          const written = await files.put(...args);
          const [{ id }] = (await running.operator('GET', '/operator/hooks')).body.hooks;
          if (++attempts === 1) await running.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'Now' });
          return written;
        },
      },
      ttlMs: 60_000,
      observe: () => {},
    });
    const run = () => runner.run(body.export_id, new AbortController().signal);
    await assert.rejects(run(), /taken down during/);
    assert.deepEqual(readdirSync(directory), []);
    await run();
    const { body: done } = await running.get(`/export/${body.export_id}`, owner.key);
    assert.deepEqual([done.status, done.records, filesWith(directory, secret)], ['complete', 1, []]);
  } finally {
    await catalog.close();
    await close();
    await running.close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('after kill -9 between a takedown and its purge the next start finishes it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-takedown-'));
  const stored: TestDatabase = await testDatabase();
  const env = { DATABASE_URL: stored.url, HOOKLINE_SAMPLE: '0', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' };
  let running = await startProcess(directory, env);
  try {
    const owner = await newKey(running, 'enterprise');
    const { body: webhook } = await call(running, owner, 'POST', '/webhooks', { webhook_url: 'http://127.0.0.1:1/in' });
    await call(running, owner, 'POST', `/webhooks/${webhook.webhook_id}/pause`);
    await importLines(running, [hookLine(secret)]);
    const { body: wanted } = await call(running, owner, 'POST', '/export', { format: 'jsonl' });
    await until(
      async () => (await call(running, owner, 'GET', `/export/${wanted.export_id}`)).body.status,
      (status) => status === 'complete',
    );
    running.child.kill('SIGKILL');
    await running.exit;
    // Without a worker nothing purges.
    running = await startProcess(directory, { ...env, HOOKLINE_ROLES: 'api' });
    const [{ id }] = (await call(running, running.operatorKey, 'GET', '/operator/hooks')).body.hooks;
    const taken = await call(running, running.operatorKey, 'POST', `/operator/hooks/${id}/takedown`, { reason: 'x' });
    running.child.kill('SIGKILL');
    await running.exit;
    assert.equal(taken.status, 200);
    assert.deepEqual(await tablesWith(stored.pool, secret), ['public.webhook_deliveries']);
    assert.equal(filesWith(directory, secret).length, 1);
    running = await startProcess(directory, env);
    await until(
      async () => [await tablesWith(stored.pool, secret), filesWith(directory, secret)].flat(),
      (found) => found.length === 0,
    );
  } finally {
    running.child.kill('SIGKILL');
    await running.exit;
    await stored.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
