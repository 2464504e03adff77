import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProblems } from './health-problems.ts';
import type { HealthFigures } from './health-schema.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const gib = 2 ** 30;
const idle = { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_at: null, error: null };

const well: HealthFigures = {
  process: {
    version: '1.0.0',
    node: 'v26',
    pid: 1,
    started_at: ago(60),
    uptime_seconds: 3600,
    memory: { rss_bytes: 1, heap_used_bytes: 1, external_bytes: 1 },
    event_loop: { mean_ms: 1, p99_ms: 3, max_ms: 20, since: ago(3) },
  },
  catalog: {
    version: 3,
    hooks: 1000,
    updated_at: ago(60),
    age_seconds: 3600,
    data_through: ago(60),
    next_update_at: null,
    checked_at: null,
  },
  disk: { path: '/data', free_bytes: 50 * gib, total_bytes: 100 * gib },
  export_files: { location: '/data/exports', reachable: true, files: 1, bytes: gib, error: null },
  database: { reachable: true, answered_in_ms: 1, size_bytes: 1, error: null },
  queues: { mail: idle, export: idle, source: idle },
  deliveries: { due: 0, oldest_due_at: null, pending: 0, failed_today: 0 },
  webhooks_paused: [],
  exports: { processing: 0, oldest_processing_at: null, failed_today: 0 },
  sources_failing: [],
  review: { waiting: 0, oldest_at: null },
  key_requests: { pending: 0, oldest_at: null },
};
const tell = (figures: Partial<HealthFigures>) =>
  findProblems({ ...well, ...figures }, now).map(({ severity, what }) => `${severity}: ${what}`);

test('where nothing is wrong nothing is told, and neither is work of the moment', () => {
  assert.deepEqual(tell({}), []);
  const busy = { ...idle, waiting: 3, active: 1, oldest_at: ago(1) };
  assert.deepEqual(
    tell({
      queues: { mail: busy, export: busy, source: busy },
      deliveries: { due: 9, oldest_due_at: ago(1), pending: 9, failed_today: 2 },
      exports: { processing: 1, oldest_processing_at: ago(5), failed_today: 0 },
      review: { waiting: 40, oldest_at: ago(600) },
      key_requests: { pending: 2, oldest_at: ago(600) },
      webhooks_paused: [
        { webhook_id: 'wh_1', account_id: 'acc_1', account_name: 'Ann', paused_by: 'owner', paused_at: ago(9) },
      ],
    }),
    [],
  );
});

test('the gravest comes first, of two the older, and each names where it is mended', () => {
  const source = { id: 'src_1', name: 'trending', failures: 4, error: 'it answered 404', since: ago(500) };
  const problems = findProblems(
    {
      ...well,
      sources_failing: [{ ...source, id: 'src_2', failures: 1 }, source],
      deliveries: { due: 9, oldest_due_at: ago(600), pending: 9, failed_today: 0 },
    },
    now,
  );
  assert.deepEqual(
    problems.map(({ severity, action }) => [severity, action]),
    [
      ['error', '/console/deliveries?status=pending'],
      ['error', '/console/sources/src_1'],
      ['warning', '/console/sources/src_2'],
    ],
  );
  assert.deepEqual(
    [problems[1].what, problems[1].since],
    ['The source trending has failed 4 times: it answered 404.', ago(500)],
  );
});

test('mails that cannot be sent, jobs that were given up, exports that do not end', () => {
  const mail = { ...idle, retrying: 2, oldest_at: ago(1), error: 'connect ECONNREFUSED' };
  assert.deepEqual(tell({ queues: { mail, export: { ...idle, failed: 1, error: 'disk full' } } }), [
    'error: 2 mails cannot be sent and are tried again. The last error: connect ECONNREFUSED.',
    'error: Exports were given up (1). The last error: disk full.',
  ]);
  assert.deepEqual(tell({ exports: { processing: 1, oldest_processing_at: ago(40), failed_today: 1 } }), [
    'error: An export does not end.',
    'warning: 1 export failed today.',
  ]);
});

test('a full disk is an error, a filling one a warning, a large one with room neither', () => {
  const disk = (free: number, total: number) =>
    tell({
      disk: { path: '/data', free_bytes: free * gib, total_bytes: total * gib },
    });
  assert.deepEqual(disk(0.5, 100), ['error: The disk of the data directory has 0.5 GiB left; exports take 1.0 GiB.']);
  assert.match(disk(4, 100)[0], /^warning/);
  assert.deepEqual(disk(4, 20), []);
  const export_files = { location: 's3://bucket/', reachable: true, files: 1, bytes: gib, error: null };
  const full = { path: '/data', free_bytes: gib / 2, total_bytes: 100 * gib };
  assert.deepEqual(tell({ disk: full, export_files }), ['error: The disk of the data directory has 0.5 GiB left.']);
});

test('where the database is away that is told, and nothing is guessed', () => {
  const away = {
    queues: null,
    deliveries: null,
    webhooks_paused: null,
    exports: null,
    sources_failing: null,
    review: null,
    key_requests: null,
  };
  const database = { reachable: false, answered_in_ms: null, size_bytes: null, error: 'ECONNREFUSED' };
  assert.deepEqual(tell({ ...away, database }), ['error: The database does not answer: ECONNREFUSED.']);
});

test('of many paused webhooks five are named', () => {
  const paused = Array.from({ length: 7 }, (_, n) => ({
    webhook_id: `wh_${n}`,
    account_id: 'acc_1',
    account_name: 'Ann',
    paused_by: 'gone' as const,
    paused_at: ago(n),
  }));
  const told = tell({ webhooks_paused: paused });
  assert.equal(told.length, 6);
  assert.equal(told.at(-1), 'warning: 2 more webhooks are paused because of their receivers.');
});

test('a store of files that cannot be reached is an error, with what it said', () => {
  const away = { location: 's3://bucket/', reachable: false, files: null, bytes: null, error: 'connect ECONNREFUSED' };
  assert.deepEqual(tell({ export_files: away }), [
    'error: The files of exports cannot be reached, and exports wait: connect ECONNREFUSED.',
  ]);
});
