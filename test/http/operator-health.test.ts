// GET /operator/health, without and with problems.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runCommand } from '../../src/cli/run.ts';
import type { OperatorHealth } from '../../src/http/operator/health/health-schema.ts';
import { startReceiver } from '../setup/receiver.ts';
import { hookLine, operatorKey, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;

before(async () => {
  service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', SMTP_URL: 'smtp://127.0.0.1:1' });
});

after(() => service.close());

async function health(): Promise<OperatorHealth> {
  const { status, body } = await service.operator('GET', '/operator/health');
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Waits until such a problem is reported. */
async function problem(pattern: RegExp) {
  const find = ({ problems }: Awaited<ReturnType<typeof health>>) => problems.find(({ what }) => pattern.test(what));
  const found = find(await until(health, (current) => find(current) !== undefined));
  assert.ok(found);
  return found;
}

test('health has process, database, disk, queues and catalog, for the operator only', async () => {
  const current = await health();
  assert.equal(current.status, current.problems[0]?.severity ?? 'ok');
  assert.ok(current.process.uptime_seconds > 0 && current.process.memory.rss_bytes > 1e6);
  assert.ok(current.process.event_loop.max_ms >= current.process.event_loop.mean_ms);
  assert.ok(
    current.database.reachable &&
      (current.database.size_bytes ?? 0) > 1e6 &&
      (current.database.answered_in_ms ?? -1) >= 0,
  );
  assert.ok(current.disk && current.disk.free_bytes > 0 && current.disk.total_bytes > current.disk.free_bytes);
  assert.equal(current.disk.path, service.dataDir);
  const location = join(service.dataDir, 'exports');
  assert.deepEqual(current.export_files, { location, reachable: true, files: 0, bytes: 0, error: null });
  assert.deepEqual(Object.keys(current.queues ?? {}), [
    'catalog_changes',
    'digest',
    'digests',
    'embed_texts',
    'erase_accounts',
    'export',
    'export_schedules',
    'label_llm',
    'mail',
    'near_duplicates',
    'operator_mail',
    'operator_webhook',
    'refresh_views',
    'retention',
    'source',
    'sources',
    'status_mail',
    'takedown',
    'train_labels',
    'trend_alerts',
  ]);
  assert.deepEqual(current.deliveries, { due: 0, oldest_due_at: null, pending: 0, failed_today: 0, skipped_today: 0 });
  assert.ok(
    current.problems.some(({ what, action }) => what === 'The catalog is empty.' && action === '/console/imports'),
  );
  assert.equal((await service.get('/operator/health')).status, 401);
});

test('health has the size of export files and the number of hooks waiting for review', async () => {
  const pending = JSON.stringify({ text: 'zxqv wvut', views: 500_000, platform: 'TikTok', language: 'en' });
  await service.import([hookLine('One for a file'), pending].join('\n'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('scale');
  const { body } = await service.send('POST', '/export', key, { body: { format: 'json' } });
  await service.observed('export_finished', body.export_id);
  const current = await health();
  assert.ok(current.export_files.files === 1 && (current.export_files.bytes ?? 0) > 100);
  assert.deepEqual([current.catalog.hooks, current.review?.waiting, current.exports?.processing], [1, 1, 0]);
});

test('unsent emails, a failing source and a paused webhook are listed with the page to fix them on', async () => {
  const wish = { name: 'Bo', email: 'bo@example.com', use_case: 'A script generator', expected_calls_per_month: 10 };
  const { body } = await service.send('POST', '/key-requests', undefined, { body: wish });
  assert.equal((await health()).key_requests?.pending, 1);
  await service.operator('POST', `/operator/key-requests/${body.data.id}/decline`, {});
  const mail = await problem(/emails? waits? to be sent again/);
  assert.equal(mail.severity, 'error');
  assert.match(mail.what, /ECONNREFUSED/);

  const location = 'http://127.0.0.1:1/hooks.jsonl';
  const { body: source } = await service.operator('POST', '/operator/sources', { name: 'away', location });
  await service.observed('source_run_failed', source.id);
  const failing = await problem(/source away/);
  assert.deepEqual([failing.severity, failing.action], ['warning', `/console/sources?source=${source.id}`]);
  assert.ok(failing.since && failing.since >= source.created_at);

  const gone = await startReceiver((res) => res.writeHead(410).end());
  const { id } = await service.account('enterprise');
  const { body: webhook } = await service.operator('POST', `/operator/accounts/${id}/webhooks`, {
    webhook_url: gone.url,
  });
  await service.operator('POST', `/operator/webhooks/${webhook.webhook_id}/test`);
  await service.import(hookLine('One for a receiver that is gone'), 'preset=hookline&format=jsonl');
  const paused = await problem(/receiver answered 410/);
  assert.equal(paused.action, `/console/deliveries?webhook=${webhook.webhook_id}`);
  await gone.close();
});

test('hookline admin stats prints the problems first', async (t) => {
  const lines: string[] = [];
  t.mock.method(console, 'log', (line: string) => lines.push(line));
  assert.equal(await runCommand(['stats', '--url', service.url, '--key', operatorKey]), 0);
  const [printed = ''] = lines;
  assert.match(printed, /^error: (1 email waits|\d+ emails wait) to be sent again/);
  assert.match(printed, /\nfigure +value\nversion /);
});
