import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProblems } from './health-problems.ts';
import type { HealthFigures } from './health-schema.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const gib = 2 ** 30;
const idle = { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_at: null, error: null };

const healthy: HealthFigures = {
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
const problemsOf = (figures: Partial<HealthFigures>) =>
  findProblems({ ...healthy, ...figures }, now).map(({ severity, what }) => `${severity}: ${what}`);

test('a healthy service has no problems, and neither has one at work', () => {
  assert.deepEqual(problemsOf({}), []);
  const busy = { ...idle, waiting: 3, active: 1, oldest_at: ago(1) };
  assert.deepEqual(
    problemsOf({
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

test('the most severe problem comes first, then the oldest, each with the page to fix it on', () => {
  const source = { id: 'src_1', name: 'trending', failures: 4, error: 'it answered 404', since: ago(500) };
  const problems = findProblems(
    {
      ...healthy,
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
    [problems[1]?.what, problems[1]?.since],
    ['The source trending has failed 4 times: it answered 404.', ago(500)],
  );
});

test('emails that wait, failed jobs and long exports are errors', () => {
  const mail = { ...idle, retrying: 2, waiting: 1, oldest_at: ago(1), error: '535 refused. Check SMTP_URL.' };
  assert.deepEqual(problemsOf({ queues: { mail, export: { ...idle, failed: 1, error: 'disk full' } } }), [
    'error: 3 emails wait to be sent again. Last error: 535 refused. Check SMTP_URL.',
    'error: Exports failed after all retries (1). Last error: disk full.',
  ]);
  assert.deepEqual(problemsOf({ exports: { processing: 1, oldest_processing_at: ago(40), failed_today: 1 } }), [
    'error: An export has been running for more than 30 minutes.',
    'warning: 1 export failed today.',
  ]);
});

test('less than 1 GiB of disk is an error, less than 5 GiB and 10 % a warning', () => {
  const disk = (free: number, total: number) =>
    problemsOf({
      disk: { path: '/data', free_bytes: free * gib, total_bytes: total * gib },
    });
  assert.deepEqual(disk(0.5, 100), ['error: The disk of the data directory has 0.5 GiB left; exports use 1.0 GiB.']);
  assert.match(disk(4, 100).join(), /^warning/);
  assert.deepEqual(disk(4, 20), []);
  const export_files = { location: 's3://bucket/', reachable: true, files: 1, bytes: gib, error: null };
  const full = { path: '/data', free_bytes: gib / 2, total_bytes: 100 * gib };
  assert.deepEqual(problemsOf({ disk: full, export_files }), [
    'error: The disk of the data directory has 0.5 GiB left.',
  ]);
});

test('during a database outage only the outage is reported', () => {
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
  assert.deepEqual(problemsOf({ ...away, database }), ['error: The database is unreachable: ECONNREFUSED.']);
});

test('at most five paused webhooks are named', () => {
  const paused = Array.from({ length: 7 }, (_, n) => ({
    webhook_id: `wh_${n}`,
    account_id: 'acc_1',
    account_name: 'Ann',
    paused_by: 'gone' as const,
    paused_at: ago(n),
  }));
  const named = problemsOf({ webhooks_paused: paused });
  assert.equal(named.length, 6);
  assert.equal(named.at(-1), 'warning: 2 more webhooks are paused because of their receivers.');
});

test('an unreachable export store is an error with its message', () => {
  const away = { location: 's3://bucket/', reachable: false, files: null, bytes: null, error: 'connect ECONNREFUSED' };
  assert.deepEqual(problemsOf({ export_files: away }), [
    'error: The export store is unreachable and exports are queued: connect ECONNREFUSED.',
  ]);
});
