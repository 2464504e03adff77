// Durable background jobs: queues in the same database, by pg-boss. Handlers are in the modules that they belong to.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { PgBoss } from 'pg-boss';
import type { DatabaseBackend } from '../config/config.ts';
import { canListenOn, type Trx } from '../db/database.ts';
import type { MailMessage } from '../mail/message.ts';
import type { Observe } from '../telemetry/events.ts';

const queues = [
  'export',
  'catalog_changes',
  'export_schedules',
  'mail',
  'digests',
  'digest',
  'trend_alerts',
  'retention',
  'sources',
  'source',
  'takedown',
  'near_duplicates',
  'train_labels',
  'label_llm',
  'embed_texts',
  'refresh_views',
  'operator_mail',
  'operator_webhook',
  'status_mail',
  'erase_accounts',
] as const;
type Queue = (typeof queues)[number];

type JobData = {
  export: { exportId: string };
  /** Requests the due weekly exports. */
  export_schedules: null;
  mail: MailMessage;
  /** Announces catalog changes that an ended process did not announce. */
  catalog_changes: null;
  /** Requests the due digests. */
  digests: null;
  digest: DigestJob;
  /** Evaluates trend alerts that an ended process did not evaluate. */
  trend_alerts: null;
  retention: null;
  /** Starts the due sources. */
  sources: null;
  /** One run of a source. */
  source: { sourceId: string; isForced: boolean };
  takedown: TakedownJob;
  /** Searches the whole catalog. */
  near_duplicates: null;
  /** `isForced` trains even if there is little to learn. */
  train_labels: { isForced: boolean };
  /** Labels pending hooks with a language model. */
  label_llm: null;
  /** Requests the vectors of published texts. */
  embed_texts: null;
  /** Requests the views of due hooks from platforms. */
  refresh_views: null;
  /** Mails the collected operator alerts. */
  operator_mail: null;
  /** Posts one operator alert to the operator's webhook. */
  operator_webhook: { id: string; body: string };
  /**
   * Queues the emails of an announcement's update. `publicUrl` is the base of links. `owners` mails owners of accounts: all, or only those
   * who are not subscribers.
   */
  status_mail: { updateId: string; publicUrl: string; owners?: 'all' | 'others' };
  /** Erases deleted accounts when their time is over. */
  erase_accounts: null;
};

/**
 * Email of a digest for a day or week, with hooks up to version `through` of the catalog. Times are ISO 8601: `throughAt` is when that
 * version was published (absent in jobs of earlier versions), `at` when the email was requested.
 */
export type DigestJob = { searchId: string; period: string; through: number; throughAt?: string; at: string };

/** Removes copies of a hook that was taken down. They are found by these hashes, since the content is gone. */
export type TakedownJob = {
  takedownId: string;
  hookId: number;
  /** ISO 8601: nothing that was created before contains the hook. */
  addedAt: string;
  textKey: string;
  /** Keys of the texts that curators replaced; absent in jobs of earlier versions. */
  formerTextKeys?: string[];
  urlHash: string | null;
};

type Handler<Q extends Queue> = (data: JobData[Q], signal: AbortSignal) => Promise<void>;

type SendOptions = {
  /** Default: the delay of the queue. */
  delaySeconds?: number;
  /** Jobs with a higher priority are taken first. Default 0. */
  priority?: number;
};

export type Jobs = {
  /** Enqueues when `trx` commits. Returns false if the policy of the queue allows no further job with this key. */
  send: <Q extends Queue>(
    trx: Trx,
    queue: Q,
    data: JobData[Q],
    key?: string,
    options?: SendOptions,
  ) => Promise<boolean>;
  /** Runs one job at a time, or `concurrency`. A job whose handler throws is retried; `signal` aborts when the process stops. */
  work: <Q extends Queue>(queue: Q, handler: Handler<Q>, concurrency?: number) => Promise<void>;
  /** Enqueues one job at each time of `cron` (UTC), across all processes. */
  schedule: (queue: Queue, cron: string) => Promise<void>;
  /** Aborts the active jobs; those that do not finish return to their queue. Jobs can still be sent. */
  stopWorking: () => Promise<void>;
  close: () => Promise<void>;
};

/** After this long without a heartbeat, other processes retry the jobs of a process. The minimum of pg-boss. */
const heartbeatSeconds = 10;
const superviseSeconds = 5;

const commonPolicy = {
  heartbeatSeconds,
  expireInSeconds: 6 * 3600,
  // Accepted jobs survive any downtime of the service.
  retentionSeconds: 365 * 24 * 3600,
  deleteAfterSeconds: 3600,
  notify: true,
};
type Policy = typeof commonPolicy & { retryLimit: number; retryDelay: number };
const policies: Readonly<Record<Queue, Policy>> = {
  // Each kill of the process during a job is a retry, and so is each attempt during an outage of the export store, which may last days.
  export: { ...commonPolicy, retryLimit: 100_000, retryDelay: 1 },
  // No retry, since the next job follows within a minute.
  export_schedules: { ...commonPolicy, retryLimit: 0, retryDelay: 0 },
  catalog_changes: { ...commonPolicy, retryLimit: 0, retryDelay: 0 },
  // Covers a two-day outage of the mail server.
  mail: { ...commonPolicy, retryLimit: 5760, retryDelay: 30 },
  // No retry, since the next job follows within a minute.
  digests: { ...commonPolicy, retryLimit: 0, retryDelay: 0 },
  // Same as `mail`.
  digest: { ...commonPolicy, retryLimit: 5760, retryDelay: 30 },
  // No retry, since the next job follows within a minute.
  trend_alerts: { ...commonPolicy, retryLimit: 0, retryDelay: 0 },
  retention: { ...commonPolicy, retryLimit: 3, retryDelay: 60 },
  sources: { ...commonPolicy, retryLimit: 0, retryDelay: 0 },
  // A failed run completes its job; only an interrupted one is retried.
  source: { ...commonPolicy, retryLimit: 1000, retryDelay: 1 },
  // Retried until it succeeds: nothing else removes the copies.
  takedown: { ...commonPolicy, retryLimit: 100_000, retryDelay: 1 },
  // The next import searches again.
  near_duplicates: { ...commonPolicy, retryLimit: 3, retryDelay: 60 },
  // The next import, or the next decisions, start another.
  train_labels: { ...commonPolicy, retryLimit: 3, retryDelay: 60 },
  // A run that the provider stopped completes its job; only an interrupted one is retried.
  label_llm: { ...commonPolicy, retryLimit: 1000, retryDelay: 1 },
  embed_texts: { ...commonPolicy, retryLimit: 1000, retryDelay: 1 },
  // A run that fails completes its job; only an interrupted one is retried.
  refresh_views: { ...commonPolicy, retryLimit: 1000, retryDelay: 1 },
  operator_mail: { ...commonPolicy, retryLimit: 100_000, retryDelay: 30 },
  // Covers a two-day outage of the receiver.
  operator_webhook: { ...commonPolicy, retryLimit: 5760, retryDelay: 30 },
  // Retried until every email is queued.
  status_mail: { ...commonPolicy, retryLimit: 100_000, retryDelay: 5 },
  erase_accounts: { ...commonPolicy, retryLimit: 1000, retryDelay: 60 },
};
/** Across all processes, `exclusive` allows one job per key that is queued or active, `stately` one queued and one active. */
const keyPolicies: Partial<Record<Queue, 'exclusive' | 'stately'>> = {
  source: 'exclusive',
  near_duplicates: 'stately',
  train_labels: 'stately',
  label_llm: 'stately',
  embed_texts: 'stately',
  refresh_views: 'stately',
  operator_mail: 'stately',
  erase_accounts: 'stately',
};
/** Jobs are delayed so that one covers a series of changes, such as the files of a directory. */
const delaysSeconds: Partial<Record<Queue, number>> = { near_duplicates: 10, train_labels: 10 };

/** Time for handlers to react to the abort signal. */
const stopMs = 5_000;

/** New jobs are announced by NOTIFY; retries are found by polling. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/** Options of the driver, so that workers do not wait long for a dead server. */
const connection = {
  application_name: 'hookline jobs',
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
  keepAlive: true,
};

export type JobsOptions = {
  /** No other process works on this database, so jobs marked active at the start are orphans of a crash. */
  isSoleWorker: boolean;
  /** This instance only sends jobs: another one in this process supervises the queues. */
  isSendOnly?: boolean;
  backend?: DatabaseBackend;
};

export async function startJobs(
  url: string,
  { isSoleWorker, isSendOnly = false, backend = 'postgres' }: JobsOptions,
  observe: Observe,
): Promise<Jobs> {
  const { fromKysely, PgBoss } = await import('pg-boss');
  const boss = new PgBoss({
    ...connection,
    backend,
    connectionString: url,
    max: isSendOnly ? 1 : 2,
    useListenNotify: !isSendOnly && canListenOn(backend),
    notifyHeartbeatIntervalMs: 5000,
    notifyHeartbeatTimeoutMs: 2000,
    supervise: !isSendOnly,
    schedule: !isSendOnly,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  const stopping = new AbortController();
  boss.on('error', (error) => observe({ kind: 'jobs_error', error: toError(error) }));
  boss.on('warning', ({ message }) => observe({ kind: 'jobs_warning', message }));
  await boss.start();
  if (!isSendOnly) await prepareQueues(boss);
  if (isSoleWorker) await retryOrphans(boss);
  async function stopWorking(): Promise<void> {
    stopping.abort(new Error('The service is stopping.'));
    const finished = Promise.all(queues.map((queue) => boss.offWork(queue)));
    // boss.stop fails the jobs that do not finish, so they are retried.
    await Promise.race([finished, sleep(stopMs, undefined, { ref: false })]);
  }

  return {
    send: async (trx, queue, data, key, { delaySeconds = delaysSeconds[queue], priority = 0 } = {}) => {
      const options = { singletonKey: key, startAfter: delaySeconds, priority };
      return (await boss.send(queue, data, { ...options, db: fromKysely(trx) })) !== null;
    },
    work: async (queue, handler, concurrency = 1) => {
      const options = { ...polling, localConcurrency: concurrency };
      const worker = await boss.work<JobData[typeof queue]>(queue, options, async ([job]) => {
        if (job === undefined) return;
        // Otherwise the worker would wait for its next poll before it fetches another job.
        boss.notifyWorker(worker);
        await handler(job.data, AbortSignal.any([job.signal, stopping.signal]));
      });
    },
    schedule: (queue, cron) => boss.schedule(queue, cron),
    stopWorking,
    close: async () => {
      await stopWorking();
      await boss.stop({ graceful: true, timeout: stopMs });
    },
  };
}

/** pg-boss passes errors of its workers as plain objects, which look like errors of the program. */
function toError(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error);
}

/**
 * Jobs of a process that sends jobs and runs none. Starts with the first job: pg-boss takes 8 MB and connections, and the processes that
 * run jobs supervise the queues.
 */
export function startJobsOnUse(url: string, backend: DatabaseBackend, observe: Observe): Jobs {
  let starting: Promise<Jobs> | undefined;
  const start = () => {
    starting ??= startJobs(url, { isSoleWorker: false, backend }, observe).catch((error) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };
  return {
    send: async (...job) => (await start()).send(...job),
    work: async (...work) => (await start()).work(...work),
    schedule: async (...times) => (await start()).schedule(...times),
    stopWorking: async () => (await starting)?.stopWorking(),
    close: async () => (await starting)?.close(),
  };
}

/** Creates missing queues, and updates queues whose policies are of another version. */
async function prepareQueues(boss: PgBoss): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of queues) {
    const known = stored.get(queue);
    const policy = policies[queue];
    if (!known) await boss.createQueue(queue, { ...policy, policy: keyPolicies[queue] ?? 'standard' });
    else if (!isDeepStrictEqual({ ...known, ...policy }, known)) await boss.updateQueue(queue, policy);
  }
}

async function retryOrphans(boss: PgBoss): Promise<void> {
  const { rows } = await boss.getDb().executeSql(`select name, id from pgboss.job where state = 'active'`);
  for (const { name, id } of rows) await boss.fail(name, id, { reason: 'The process ended.' });
}
