// Display state of exports, webhooks and deliveries, derived from API responses without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery, Export, Webhook } from '../../sdk/src/openapi.ts';
import { estimate, leftToday, toFormat, truncation } from '../../web/src/features/exports/export-state.ts';
import {
  contentOf,
  lastResultOf,
  nameOf,
  successOfDay,
  toStatus,
} from '../../web/src/features/webhooks/webhook-state.ts';

const now = Date.UTC(2026, 10, 21, 12);
const hour = 3_600_000;
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour).toISOString();
const scale = { title: 'Scale', exports_per_day: 1, records_per_export: 10_000 };
const enterprise = { title: 'Enterprise', exports_per_day: null, records_per_export: null };

const anExport = (more: Partial<Export>) => ({ status: 'complete', created_at: at(1), ...more }) as Export;
const delivery = (more: Partial<Delivery>) =>
  ({
    status: 'delivered',
    kind: 'event',
    event: 'hooks.new',
    created_at: at(1),
    hooks: 1,
    batch: { index: 1, of: 1 },
    ...more,
  }) as Delivery;

test('failed, canceled, empty and earlier exports do not count toward the daily limit', () => {
  const free = [anExport({ status: 'failed' }), anExport({ status: 'canceled' }), anExport({ created_at: at(12.1) })];
  free.push(anExport({ records: 0 }));
  assert.equal(leftToday(free, scale, now), 1);
  for (const status of ['processing', 'complete', 'expired'] as const)
    assert.equal(leftToday([...free, anExport({ status })], scale, now), 0);
  assert.equal(leftToday([anExport({}), anExport({})], enterprise, now), null);
});

test('hooks that a plan limit leaves out are reported before and after an export', () => {
  assert.deepEqual(estimate(10_000, scale), { records: 10_000 });
  const { records, note } = estimate(52_113, scale);
  assert.equal(records, 10_000);
  assert.match(note ?? '', /52,113 hooks match\..* 42,113 will be left out/);
  assert.deepEqual(estimate(52_113, enterprise), { records: 52_113 });
  const cut = { truncated: true, records: null, estimated_records: 10_000, total_matching: 52_113 };
  assert.equal(truncation(anExport(cut)), 'Top 10,000 of 52,113 matches');
  assert.equal(truncation(anExport({ ...cut, truncated: false })), undefined);
});

test('daily success ignores tests, pending and older deliveries, and marks partial logs', () => {
  const log = [
    delivery({}),
    delivery({ status: 'failed' }),
    delivery({ kind: 'test', status: 'failed' }),
    delivery({ status: 'pending' }),
    delivery({ kind: 'replay' }),
  ];
  assert.deepEqual(successOfDay(log, true, now), { delivered: 2, settled: 3, isPartial: true });
  const older = [...log, delivery({ created_at: at(25), status: 'failed' })];
  assert.deepEqual(successOfDay(older, true, now), { delivered: 2, settled: 3, isPartial: false });
});

test('a delivery shows its content and its last result', () => {
  assert.equal(contentOf(delivery({ hooks: 100, batch: { index: 2, of: 3 } })), '100 new hooks, batch 2 of 3');
  assert.equal(contentOf(delivery({ kind: 'test' })), 'Test');
  assert.equal(contentOf(delivery({ event: 'hooks.retired' })), '1 retired hook');
  assert.equal(contentOf(delivery({ event: 'export.completed', hooks: 0 })), 'Export completed');
  assert.equal(lastResultOf(delivery({ last_status_code: 500, last_error: null })), '500');
  assert.equal(lastResultOf(delivery({ last_status_code: null, last_error: 'refused' })), 'refused');
  assert.equal(lastResultOf(delivery({ last_status_code: null, last_error: null })), undefined);
});

test('a webhook without a description is named by its host; invalid URL parameters fall back to defaults', () => {
  const webhook = (webhook_url: string) => ({ webhook_url, description: null }) as Webhook;
  assert.equal(nameOf(webhook('https://example.com:8443/hooks')), 'example.com:8443');
  assert.equal(nameOf(webhook('no address')), 'no address');
  assert.deepEqual(
    [toStatus('failed'), toStatus('<script>'), toFormat('csv'), toFormat('exe')],
    ['failed', undefined, 'csv', 'jsonl'],
  );
});
