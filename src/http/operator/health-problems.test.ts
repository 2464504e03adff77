import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProblems } from './health-problems.ts';
import type { HealthFigures } from './health-schema.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const gib = 2 ** 30;
const idle = { waiting: 0, retrying: 0, active: 0, failed: 0, oldest_at: null, error: null };

const dates = { data_through: ago(60), next_update_at: null, checked_at: null };

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
  catalog: { version: 3, hooks: 1000, updated_at: ago(60), age_seconds: 3600, ...dates },
  disk: { path: '/data', free_bytes: 50 * gib, total_bytes: 100 * gib, missing_bytes: 0 },
  export_disk: null,
  export_files: { location: '/data/exports', reachable: true, files: 1, bytes: gib, error: null },
  database: { reachable: true, answered_in_ms: 1, size_bytes: 1, disk_full_at: null, error: null },
  queues: { mail: idle, export: idle, source: idle },
  deliveries: { due: 0, oldest_due_at: null, pending: 0, failed_today: 0, skipped_today: 0 },
  delivery_threads: { ended: 0, last_at: null, error: null },
  webhooks_paused: [],
  view_refreshes: [],
  exports: { processing: 0, oldest_processing_at: null, failed_today: 0 },
  sources_failing: [],
  review: { waiting: 0, oldest_at: null },
  key_requests: { pending: 0, oldest_at: null },
  reports: { waiting: 0, oldest_at: null },
  language_model: null,
  embeddings: null,
};
const problemsOf = (figures: Partial<HealthFigures>) =>
  findProblems({ ...healthy, ...figures }, now).map(({ severity, what }) => `${severity}: ${what}`);

const stores = { location: 's3://bucket/', reachable: true, files: 1, bytes: gib, error: null };
const diskOf = (free: number, total: number, missing = 0) => ({
  path: '/data',
  free_bytes: free * gib,
  total_bytes: total * gib,
  missing_bytes: missing * gib,
});
const pausedBy = (paused_by: 'failures' | 'gone' | 'owner', n: number) => {
  return { webhook_id: `wh_${n}`, account_id: 'acc_1', account_name: 'Ann', paused_by, paused_at: ago(9 - n) };
};
const modelStop = (by: 'refused' | 'budget' | 'rate_limit', minutes: number) => {
  const stop = { by, reason: 'It answered so.', since: ago(minutes), resume_at: ago(-5) };
  return { language_model: { model: 'small', stop } };
};
const threadEnds = (ended: number) => ({ delivery_threads: { ended, last_at: ago(1), error: 'out of memory' } });

test('a healthy service has no problems, idle or busy', () => {
  assert.deepEqual(problemsOf({}), []);
  const busy = { ...idle, waiting: 3, active: 1, oldest_at: ago(1) };
  const atWork = {
    queues: { mail: busy, export: busy, source: busy },
    deliveries: { due: 9, oldest_due_at: ago(1), pending: 9, failed_today: 2, skipped_today: 0 },
    exports: { processing: 1, oldest_processing_at: ago(5), failed_today: 0 },
    review: { waiting: 40, oldest_at: ago(600) },
    key_requests: { pending: 2, oldest_at: ago(600) },
    webhooks_paused: [pausedBy('owner', 1)],
  };
  assert.deepEqual(problemsOf(atWork), []);
});

const mail = { ...idle, retrying: 2, waiting: 1, oldest_at: ago(1), error: '535 refused. Check SMTP_URL.' };
const fullDisk = { ...diskOf(0, 1), free_bytes: 2 ** 20, missing_bytes: 255 * 2 ** 20 };
const left = 'free 255 MiB more than the 1 MiB that are left';
const unknown = { queues: null, deliveries: null, delivery_threads: null, webhooks_paused: null, exports: null };
const alsoUnknown = { sources_failing: null, review: null, key_requests: null, language_model: null, embeddings: null };
const away = { reachable: false, answered_in_ms: null, size_bytes: null, disk_full_at: null, error: 'ECONNREFUSED' };

const cases: readonly [what: string, figures: Partial<HealthFigures>, problems: (string | RegExp)[]][] = [
  [
    'emails that wait are an error, and so are failed jobs',
    { queues: { mail, export: { ...idle, failed: 1, error: 'disk full' } } },
    [
      'error: 3 emails pending retry. Last error: 535 refused. Check SMTP_URL.',
      'error: Exports failed after all retries (1). Last error: disk full.',
    ],
  ],
  [
    'a long export is an error, a failed one a warning',
    { exports: { processing: 1, oldest_processing_at: ago(40), failed_today: 1 } },
    ['error: An export has been running for more than 30 minutes.', 'warning: 1 export failed today.'],
  ],
  [
    'less than 1 GiB of disk is an error',
    { disk: diskOf(0.5, 100) },
    ['error: The disk of /data has 0.5 GiB left; exports use 1.0 GiB.'],
  ],
  [
    'a full disk is an error that says how much is missing',
    {
      disk: fullDisk,
      export_disk: { ...fullDisk, path: '/exports' },
      export_files: { ...stores, location: '/exports', files: 0, bytes: 0 },
    },
    [
      `error: The disk of /data is full: ${left}. Imports and exports are refused until then.`,
      `error: The disk of /exports is full: ${left}; exports use 0.0 GiB. Imports and exports are refused until then.`,
    ],
  ],
  [
    'during a database outage only the outage is reported',
    { ...unknown, ...alsoUnknown, database: away },
    ['error: The database is unreachable: ECONNREFUSED.'],
  ],
  [
    'an end of the delivery thread is a warning',
    threadEnds(1),
    ['warning: The delivery thread ended once in the last hour and was started again. Last error: out of memory.'],
  ],
  [
    'an unreachable export store is an error with its message',
    { export_files: { ...stores, reachable: false, files: null, bytes: null, error: 'connect ECONNREFUSED' } },
    ['error: The export store is unreachable and exports are queued: connect ECONNREFUSED.'],
  ],
  [
    'a language model that refuses is an error at once',
    modelStop('refused', 0),
    ['error: It answered so. Hooks with uncertain labels are pending review.'],
  ],
];

for (const [what, figures, problems] of cases)
  test(what, () => {
    const found = problemsOf(figures);
    assert.equal(found.length, problems.length, found.join());
    for (const [at, expected] of problems.entries())
      if (typeof expected === 'string') assert.equal(found[at], expected);
      else assert.match(found[at] ?? '', expected);
  });

test('the most severe problem comes first, then the oldest, each with the page to fix it on', () => {
  const source = { id: 'src_1', name: 'trending', failures: 4, error: 'it answered 404', since: ago(500) };
  const sources_failing = [{ ...source, id: 'src_2', failures: 1 }, source];
  const deliveries = { due: 9, oldest_due_at: ago(600), pending: 9, failed_today: 0, skipped_today: 0 };
  const problems = findProblems({ ...healthy, sources_failing, deliveries }, now);
  assert.deepEqual(
    problems.map(({ severity, action }) => `${severity} ${action}`),
    [
      'error /console/deliveries?status=pending',
      'error /console/sources?source=src_1',
      'warning /console/sources?source=src_2',
    ],
  );
  const { what, since } = problems[1] ?? {};
  assert.deepEqual([what, since], ['The source trending has failed 4 times: it answered 404.', ago(500)]);
});
