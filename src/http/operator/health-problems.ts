// Problems of the service, derived from the figures of /operator/health. Pure; all thresholds are here.
import { counted } from '../../lib/text.ts';
import type { HealthFigures, HealthProblem } from './health-schema.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const gib = 2 ** 30;

const overdueAfterMs = {
  delivery: 10 * minute,
  job: 10 * minute,
  export: 30 * minute,
  keyRequest: 2 * day,
  report: 2 * day,
  review: 7 * day,
  data: 30 * day,
  endpoint: 15 * minute,
} as const;
const slowLoopMs = 200;
const slowDatabaseMs = 1000;
const failuresForError = 3;

/** Returns the most severe first, then the oldest. */
export function findProblems(figures: HealthFigures, now: Date): HealthProblem[] {
  const isOlder = (moment: string | null, ms: number) => moment !== null && now.getTime() - Date.parse(moment) > ms;
  const problems = [
    ...machineProblems(figures, isOlder),
    ...fileProblems(figures),
    ...queueProblems(figures, isOlder),
    ...deliveryProblems(figures, isOlder),
    ...catalogProblems(figures, isOlder),
    ...refreshProblems(figures, now),
    ...requestProblems(figures, isOlder),
    ...languageModelProblems(figures, isOlder),
    ...embeddingProblems(figures, isOlder),
  ];
  const rank = ({ severity, since }: HealthProblem) => `${severity === 'error' ? 0 : 1} ${since ?? '~'}`;
  return problems.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

type IsOlder = (moment: string | null, ms: number) => boolean;

function* machineProblems({ database, process }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  const here = { since: null, action: '/console' };
  if (!database.reachable)
    yield { ...here, severity: 'error', what: `The database is unreachable: ${sentence(database.error)}` };
  else if ((database.answered_in_ms ?? 0) > slowDatabaseMs)
    yield { ...here, severity: 'warning', what: `The database took ${database.answered_in_ms} ms to respond.` };
  const { disk_full_at } = database;
  if (disk_full_at !== null && !isOlder(disk_full_at, minute)) {
    // The text is in the past tense, since a change may have succeeded since.
    const what =
      'The disk of the database was full within the last minute, and changes were refused. Free space on the disk of its server.';
    yield { ...here, severity: 'error', what, since: disk_full_at };
  }
  const { p99_ms, since } = process.event_loop;
  if (p99_ms > slowLoopMs)
    yield { ...here, since, severity: 'warning', what: `The service is overloaded: requests wait up to ${p99_ms} ms.` };
}

type Disk = NonNullable<HealthFigures['disk']>;

function* fileProblems({ disk, export_disk, export_files }: HealthFigures): Iterable<HealthProblem> {
  const { location, reachable, bytes, error } = export_files;
  if (!reachable) {
    const what = `The export store is unreachable and exports are queued: ${sentence(error)}`;
    yield { severity: 'error', what, since: null, action: '/console/exports' };
  }
  if (!disk) {
    const what = 'The free space of the data directory cannot be read.';
    yield { severity: 'warning', what, since: null, action: '/console' };
  }
  for (const one of [disk, export_disk])
    if (one) yield* diskProblems(one, location.startsWith(one.path) ? bytes : null);
}

function* diskProblems(disk: Disk, exportBytes: number | null): Iterable<HealthProblem> {
  const { path, free_bytes, total_bytes, missing_bytes } = disk;
  const isLow = free_bytes < gib || (free_bytes < 5 * gib && free_bytes < total_bytes / 10);
  if (!isLow && missing_bytes === 0) return;
  const severity = free_bytes < gib || missing_bytes > 0 ? 'error' : 'warning';
  const exports = exportBytes === null ? '' : `; exports use ${gibibytes(exportBytes)}`;
  const what =
    missing_bytes > 0
      ? `The disk of ${path} is full: free ${mebibytes(missing_bytes)} more than the ${mebibytes(free_bytes)} that are left${exports}. Imports and exports are refused until then.`
      : `The disk of ${path} has ${gibibytes(free_bytes)} left${exports}.`;
  yield { severity, what, since: null, action: '/console/exports' };
}

const gibibytes = (bytes: number) => `${(bytes / gib).toFixed(1)} GiB`;
const mebibytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MiB`;

const queueWork: Readonly<Record<string, { what: string; action: string }>> = {
  export: { what: 'Exports', action: '/console/exports' },
  source: { what: 'Source runs', action: '/console/sources' },
  mail: { what: 'Emails', action: '/console' },
  operator_mail: { what: 'Emails to the operator', action: '/console' },
  takedown: { what: 'Takedowns', action: '/console/reports?tab=takedowns' },
  label_llm: { what: 'Language model requests', action: '/console/labels' },
};

function* queueProblems({ queues, exports }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  for (const [name, { waiting, retrying, active, failed, oldest_at: since, error }] of Object.entries(queues ?? {})) {
    const { what, action } = queueWork[name] ?? { what: `Jobs of the queue ${name}`, action: '/console' };
    const because = error === null ? '' : ` Last error: ${sentence(error)}`;
    if (name === 'mail' && retrying > 0) {
      // Waiting emails are queued behind the failed ones, which are sent one at a time.
      const waits = retrying + waiting;
      const emails = plural(waits, 'email');
      yield { severity: 'error', what: `${emails} pending retry.${because}`, since, action };
    } else if (name === 'takedown' && retrying > 0) {
      const hooks = counted(retrying, 'hook that was', 'hooks that were');
      const what = `Copies of ${hooks} taken down cannot be deleted. Hookline keeps retrying.${because}`;
      yield { severity: 'error', what, since, action };
    } else if (name === 'label_llm' && active > 0) {
      // A run over thousands of lines takes an hour, and the next one waits for it.
    } else if (waiting > 0 && isOlder(since, overdueAfterMs.job))
      yield { severity: 'warning', what: `${what} are waiting for a worker (${waiting}).`, since, action };
    if (failed > 0)
      yield { severity: 'error', what: `${what} failed after all retries (${failed}).${because}`, since: null, action };
  }
  if (exports && isOlder(exports.oldest_processing_at, overdueAfterMs.export)) {
    const since = exports.oldest_processing_at;
    yield {
      severity: 'error',
      what: 'An export has been running for more than 30 minutes.',
      since,
      action: '/console/exports?status=processing',
    };
  }
  if (exports && exports.failed_today > 0) {
    const what = `${plural(exports.failed_today, 'export')} failed today.`;
    yield { severity: 'warning', what, since: null, action: '/console/exports?status=failed' };
  }
}

const pausedBecause = {
  failures: 'all retries of a delivery failed',
  gone: 'the receiver responded with 410',
} as const;

function* deliveryProblems(figures: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  const { deliveries, delivery_threads: threads, webhooks_paused } = figures;
  if (threads && threads.ended > 0) {
    const ended = `The delivery thread ended ${threads.ended === 1 ? 'once' : `${threads.ended} times`} in the last hour`;
    const what = `${ended} and was started again. Last error: ${sentence(threads.error)}`;
    const severity = threads.ended >= failuresForError ? 'error' : 'warning';
    yield { severity, what, since: threads.last_at, action: '/console/deliveries?status=pending' };
  }
  if (deliveries && deliveries.skipped_today > 0) {
    const what = `${counted(deliveries.skipped_today, 'delivery was', 'deliveries were')} skipped today, because the account has too many pending.`;
    yield { severity: 'warning', what, since: null, action: '/console/deliveries?status=skipped' };
  }
  if (deliveries && isOlder(deliveries.oldest_due_at, overdueAfterMs.delivery)) {
    const what = `Deliveries are overdue (${deliveries.due}).`;
    yield { severity: 'error', what, since: deliveries.oldest_due_at, action: '/console/deliveries?status=pending' };
  }
  // Each webhook is a problem with its own page, so that the operator is notified of every one that pauses and every one that recovers.
  for (const { webhook_id, account_name, paused_by, paused_at } of webhooks_paused ?? []) {
    if (paused_by === null || paused_by === 'owner') continue;
    const what = `A webhook of ${account_name} (${webhook_id}) is paused: ${pausedBecause[paused_by]}.`;
    yield { severity: 'warning', what, since: paused_at, action: `/console/deliveries?webhook=${webhook_id}` };
  }
}

function* catalogProblems({ catalog, sources_failing }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  for (const { id, name, failures, error, since } of sources_failing ?? []) {
    const severity = failures >= failuresForError ? 'error' : 'warning';
    const what = `The source ${name} has failed ${failures === 1 ? 'once' : `${failures} times`}: ${sentence(error)}`;
    yield { severity, what, since, action: `/console/sources?source=${id}` };
  }
  if (catalog.hooks === 0)
    yield { severity: 'warning', what: 'The catalog is empty.', since: catalog.updated_at, action: '/console/imports' };
  else if (isOlder(catalog.data_through, overdueAfterMs.data)) {
    const what = 'No view count in the catalog is newer than 30 days.';
    yield { severity: 'warning', what, since: catalog.data_through, action: '/console/sources' };
  }
}

const platformNames: Readonly<Record<string, string>> = { youtube: 'YouTube' };

function* refreshProblems({ view_refreshes }: HealthFigures, now: Date): Iterable<HealthProblem> {
  for (const { platform, failures, error, paused_until, overdue, oldest_due_at, checked_at } of view_refreshes ?? []) {
    const name = platformNames[platform] ?? platform;
    const action = '/console/sources';
    if (error !== null) {
      const severity = failures >= failuresForError ? 'error' : 'warning';
      const what = `View counts of ${name} are not refreshed: ${sentence(error)}`;
      yield { severity, what, since: checked_at, action };
    } else if (paused_until !== null && Date.parse(paused_until) > now.getTime()) {
      const what = `The units that refresh view counts of ${name} are used up until ${paused_until}. Request a higher quota, or let view counts get older.`;
      yield { severity: 'warning', what, since: checked_at, action };
    } else if (overdue > 0) {
      const what = `${plural(overdue, 'view count')} of ${name} should have been refreshed by now.`;
      yield { severity: 'warning', what, since: oldest_due_at, action };
    }
  }
}

function* requestProblems({ review, key_requests, reports }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  if (key_requests && isOlder(key_requests.oldest_at, overdueAfterMs.keyRequest)) {
    const what = `${plural(key_requests.pending, 'pending key request')}, the oldest for more than two days.`;
    yield { severity: 'warning', what, since: key_requests.oldest_at, action: '/console/requests' };
  }
  if (reports && isOlder(reports.oldest_at, overdueAfterMs.report)) {
    const what = `${plural(reports.waiting, 'report')} of hooks, the oldest for more than two days.`;
    yield { severity: 'warning', what, since: reports.oldest_at, action: '/console/reports' };
  }
  if (review && isOlder(review.oldest_at, overdueAfterMs.review)) {
    const what = `${plural(review.waiting, 'hook')} in review, the oldest for more than seven days.`;
    yield { severity: 'warning', what, since: review.oldest_at, action: '/console/review' };
  }
}

/** Errors of a busy or restarting provider, which soon responds again. */
const passing: readonly string[] = ['rate_limit', 'timeout', 'unavailable'];

function* languageModelProblems({ language_model }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  const consequence = 'Hooks with uncertain labels are pending review.';
  yield* stopProblems(language_model?.stop, isOlder, { consequence, action: '/console/labels' });
}

function* embeddingProblems({ embeddings }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  const consequence = `Hooks similar to ${plural(embeddings?.waiting ?? 0, 'hook')} are found by words only, not yet by meaning.`;
  yield* stopProblems(embeddings?.stop, isOlder, { consequence, action: '/console' });
}

type Stop = NonNullable<HealthFigures['language_model']>['stop'] | undefined;

function* stopProblems(
  stop: Stop,
  isOlder: IsOlder,
  { consequence, action }: { consequence: string; action: string },
): Iterable<HealthProblem> {
  if (!stop || (passing.includes(stop.by) && !isOlder(stop.since, overdueAfterMs.endpoint))) return;
  const severity = stop.by === 'refused' || stop.by === 'invalid' ? 'error' : 'warning';
  yield { severity, what: `${sentence(stop.reason)} ${consequence}`, since: stop.since, action };
}

function sentence(error: string | null): string {
  const text = error?.trim() || 'unknown reason';
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
