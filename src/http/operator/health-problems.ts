// Problems of the service, derived from the figures of /operator/health. Pure; all thresholds are here.
import type { HealthFigures, HealthProblem } from './health-schema.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const gib = 2 ** 30;

const late = {
  delivery: 10 * minute,
  job: 10 * minute,
  export: 30 * minute,
  keyRequest: 2 * day,
  review: 7 * day,
  data: 30 * day,
} as const;
const longQueue = 1000;
const slowLoopMs = 200;
const slowDatabaseMs = 1000;
const failuresForError = 3;
/** Paused webhooks are named one by one, up to so many. */
const mostNamed = 5;

/** The gravest first, and of those the oldest. */
export function findProblems(figures: HealthFigures, now: Date): HealthProblem[] {
  const isOlder = (moment: string | null, than: number) => moment !== null && now.getTime() - Date.parse(moment) > than;
  const problems = [
    ...ofTheMachine(figures),
    ...ofFiles(figures),
    ...ofQueues(figures, isOlder),
    ...ofDeliveries(figures, isOlder),
    ...ofTheCatalog(figures, isOlder),
    ...ofPeople(figures, isOlder),
  ];
  const rank = ({ severity, since }: HealthProblem) => `${severity === 'error' ? 0 : 1} ${since ?? '~'}`;
  return problems.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0));
}

type IsOlder = (moment: string | null, than: number) => boolean;

function* ofTheMachine({ database, process }: HealthFigures): Iterable<HealthProblem> {
  const here = { since: null, action: '/console' };
  if (!database.reachable)
    yield { ...here, severity: 'error', what: `The database does not answer: ${sentence(database.error)}` };
  else if ((database.answered_in_ms ?? 0) > slowDatabaseMs)
    yield { ...here, severity: 'warning', what: `The database took ${database.answered_in_ms} ms to answer.` };
  const { p99_ms, since } = process.event_loop;
  if (p99_ms > slowLoopMs)
    yield { ...here, since, severity: 'warning', what: `The process is busy: one answer in 100 waits ${p99_ms} ms.` };
}

function* ofFiles({ disk, export_files }: HealthFigures): Iterable<HealthProblem> {
  const { location, reachable, bytes, error } = export_files;
  if (!reachable) {
    const what = `The files of exports cannot be reached, and exports wait: ${sentence(error)}`;
    yield { severity: 'error', what, since: null, action: '/console/exports' };
  }
  if (!disk) {
    const what = 'The free space of the data directory cannot be read.';
    yield { severity: 'warning', what, since: null, action: '/console' };
    return;
  }
  const isFull = disk.free_bytes < gib;
  if (isFull || (disk.free_bytes < 5 * gib && disk.free_bytes < disk.total_bytes / 10)) {
    const free = `${(disk.free_bytes / gib).toFixed(1)} GiB`;
    const isHere = bytes !== null && location.startsWith(disk.path);
    const exports = isHere ? `; exports take ${(bytes / gib).toFixed(1)} GiB` : '';
    const what = `The disk of the data directory has ${free} left${exports}.`;
    yield { severity: isFull ? 'error' : 'warning', what, since: null, action: '/console/exports' };
  }
}

const queueWork: Readonly<Record<string, { what: string; action: string }>> = {
  export: { what: 'Exports', action: '/console/exports' },
  source: { what: 'Runs of sources', action: '/console/sources' },
};

function* ofQueues({ queues, exports }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  for (const [name, { waiting, retrying, failed, oldest_at: since, error }] of Object.entries(queues ?? {})) {
    const { what, action } = queueWork[name] ?? { what: `Jobs of the queue ${name}`, action: '/console' };
    const because = error === null ? '' : ` The last error: ${sentence(error)}`;
    if (name === 'mail') {
      if (retrying > 0) {
        const mails = retrying === 1 ? 'A mail cannot be sent and is' : `${retrying} mails cannot be sent and are`;
        yield { severity: 'error', what: `${mails} tried again.${because}`, since, action };
      }
    } else if (waiting > 0 && isOlder(since, late.job))
      yield { severity: 'warning', what: `${what} wait to be worked (${waiting}).`, since, action };
    if (failed > 0)
      yield { severity: 'error', what: `${what} were given up (${failed}).${because}`, since: null, action };
  }
  if (exports && isOlder(exports.oldest_processing_at, late.export)) {
    const since = exports.oldest_processing_at;
    yield { severity: 'error', what: 'An export does not end.', since, action: '/console/exports?status=processing' };
  }
  if (exports && exports.failed_today > 0) {
    const what = `${plural(exports.failed_today, 'export')} failed today.`;
    yield { severity: 'warning', what, since: null, action: '/console/exports?status=failed' };
  }
}

const pausedBecause = { failures: 'all retries of a delivery failed', gone: 'the receiver answered 410' } as const;

function* ofDeliveries({ deliveries, webhooks_paused }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  if (deliveries && isOlder(deliveries.oldest_due_at, late.delivery)) {
    const what = `Deliveries are due and are not sent (${deliveries.due}).`;
    yield { severity: 'error', what, since: deliveries.oldest_due_at, action: '/console/deliveries?status=pending' };
  }
  const broken = (webhooks_paused ?? []).flatMap(({ paused_by, ...webhook }) =>
    paused_by === 'failures' || paused_by === 'gone' ? [{ ...webhook, because: pausedBecause[paused_by] }] : [],
  );
  for (const { account_id, account_name, because, paused_at } of broken.slice(0, mostNamed)) {
    const what = `A webhook of ${account_name} is paused: ${because}.`;
    yield { severity: 'warning', what, since: paused_at, action: `/console/accounts/${account_id}?tab=webhooks` };
  }
  if (broken.length > mostNamed) {
    const what = `${broken.length - mostNamed} more webhooks are paused because of their receivers.`;
    yield { severity: 'warning', what, since: null, action: '/console/accounts' };
  }
}

function* ofTheCatalog({ catalog, sources_failing }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  for (const { id, name, failures, error, since } of sources_failing ?? []) {
    const severity = failures >= failuresForError ? 'error' : 'warning';
    const what = `The source ${name} has failed ${failures === 1 ? 'once' : `${failures} times`}: ${sentence(error)}`;
    yield { severity, what, since, action: `/console/sources/${id}` };
  }
  if (catalog.hooks === 0)
    yield { severity: 'warning', what: 'The catalog is empty.', since: catalog.updated_at, action: '/console/imports' };
  else if (isOlder(catalog.data_through, late.data)) {
    const what = 'No view count in the catalog is younger than 30 days.';
    yield { severity: 'warning', what, since: catalog.data_through, action: '/console/sources' };
  }
}

function* ofPeople({ review, key_requests }: HealthFigures, isOlder: IsOlder): Iterable<HealthProblem> {
  if (key_requests && isOlder(key_requests.oldest_at, late.keyRequest)) {
    const what = `${plural(key_requests.pending, 'key request')} without an answer, the oldest for more than two days.`;
    yield { severity: 'warning', what, since: key_requests.oldest_at, action: '/console/requests' };
  }
  if (review && (review.waiting > longQueue || isOlder(review.oldest_at, late.review))) {
    const what = `${plural(review.waiting, 'hook')} in the review queue.`;
    yield { severity: 'warning', what, since: review.oldest_at, action: '/console/review' };
  }
}

function sentence(error: string | null): string {
  const text = error?.trim() || 'no reason is known';
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
