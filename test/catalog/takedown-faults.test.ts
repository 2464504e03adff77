// Takedowns that meet a running export, or a process that ends before the purge.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openLiveCatalog } from '../../src/catalog/snapshot/live-catalog.ts';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/database.ts';
import { openDirectoryFiles } from '../../src/exports/files/directory.ts';
import { createExportRunner } from '../../src/exports/run.ts';
import { startService } from '../../src/runtime/service.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { filesWith, tablesWith } from './search-everything.ts';

const directory = mkdtempSync(join(tmpdir(), 'hookline-takedown-'));
let service: TestService;
let database: ReturnType<typeof openDatabase>;
let key: string;

before(async () => {
  // Without a worker nothing writes exports and nothing purges.
  service = await testService({ HOOKLINE_ROLES: 'api', HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' });
  database = openDatabase(service.databaseUrl, () => {});
  ({ key } = await service.account('enterprise'));
});
after(async () => {
  await database.close();
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

async function importHook(text: string): Promise<string> {
  await service.import(hookLine(text), 'preset=hookline&format=jsonl');
  const { body } = await service.operator('GET', `/operator/hooks?text=${encodeURIComponent(text)}`);
  return body.hooks[0].id;
}
async function takeDown(id: string): Promise<void> {
  assert.equal((await service.operator('POST', `/operator/hooks/${id}/takedown`, { reason: 'Now' })).status, 200);
}

test('an export that runs during a takedown is written again without the hook', async () => {
  const secret = 'Zanzibar pelican accountants hate this ledger';
  const id = await importHook(secret);
  await importHook('A line that stays');
  const catalog = await openLiveCatalog(service.databaseUrl, database.db, () => {});
  const { body } = await service.send('POST', '/export', key, { body: { format: 'jsonl' } });
  const files = openDirectoryFiles(directory);
  let attempts = 0;
  const runner = createExportRunner({
    db: database.db,
    catalog: catalog.current,
    refresh: catalog.refresh,
    files: {
      ...files,
      put: async (...args) => {
        const written = await files.put(...args);
        if (++attempts === 1) await takeDown(id);
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
  const { body: done } = await service.get(`/export/${body.export_id}`, key);
  assert.deepEqual([done.status, done.records, filesWith(directory, secret)], ['complete', 1, []]);
  await catalog.close();
});

test('a takedown whose process ended before the purge is purged by the next worker', async () => {
  const secret = 'Quokka auditors count every acorn twice';
  const { body: webhook } = await service.send('POST', '/webhooks', key, {
    body: { webhook_url: 'http://127.0.0.1:1/in' },
  });
  const id = await importHook(secret);
  await takeDown(id);
  assert.ok((await tablesWith(database.pool, secret)).includes('public.webhook_deliveries'), webhook.webhook_id);
  await service.stop();
  const config = {
    PORT: '0',
    DATABASE_URL: service.databaseUrl,
    HOOKLINE_DATA: service.dataDir,
    HOOKLINE_OPERATOR_KEY: operatorKey,
    HOOKLINE_SAMPLE: '0',
    HOOKLINE_LOG: 'silent',
  };
  const worker = await startService(readConfig(config));
  await until(
    () => tablesWith(database.pool, secret),
    (tables) => tables.length === 0,
  );
  await worker.close();
});
