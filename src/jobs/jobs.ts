// Background work that must not be lost: queues in the same database (pg-boss). What a job does is told by the room that works it.
import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, PgBoss } from 'pg-boss';
import type { DatabaseBackend } from '../config/config.ts';
import { canListenOn, type Trx } from '../db/database.ts';
import type { MailMessage } from '../mail/message.ts';
import type { Observe } from '../telemetry/events.ts';

/** Every queue and what its jobs carry. */
type JobData = {
  export: { exportId: string };
  mail: MailMessage;
  retention: null;
  /** The tick that looks which sources are due. */
  sources: null;
  /** One run of a source. */
  source: { sourceId: string; isForced: boolean };
};

type Queue = keyof JobData;

type Handler<Q extends Queue> = (data: JobData[Q], signal: AbortSignal) => Promise<void>;

export type Jobs = {
  /** The job is there when `trx` commits. false, in an exclusive queue, where one with this key waits or is worked already. */
  send: <Q extends Queue>(trx: Trx, queue: Q, data: JobData[Q], key?: string) => Promise<boolean>;
  /** One job at a time, or `concurrency`. A handler that throws is called again later; `signal` tells it that the process stops. */
  work: <Q extends Queue>(queue: Q, handler: Handler<Q>, concurrency?: number) => Promise<void>;
  /** A job at every moment that `cron` names, in UTC, over all processes together. */
  schedule: (queue: Queue, cron: string) => Promise<void>;
  /** What is being worked is told to stop, and goes back to its queue where it does not finish. Jobs can still be sent. */
  stopWorking: () => Promise<void>;
  close: () => Promise<void>;
};

/** A process that is gone for so long has lost its jobs to the others. The shortest that pg-boss allows. */
const heartbeatSeconds = 10;
const superviseSeconds = 5;

const common = {
  heartbeatSeconds,
  expireInSeconds: 6 * 3600,
  // What was accepted waits for as long as the service is down.
  retentionSeconds: 365 * 24 * 3600,
  deleteAfterSeconds: 3600,
  notify: true,
};
type Policy = typeof common & { retryLimit: number; retryDelay: number };
const policies: Readonly<Record<Queue, Policy>> = {
  // Every kill of the process in the middle of a job is a retry, and so is every look at a store of files that is away, perhaps for days.
  export: { ...common, retryLimit: 100_000, retryDelay: 1 },
  // A mail server may be away for two days.
  mail: { ...common, retryLimit: 5760, retryDelay: 30 },
  retention: { ...common, retryLimit: 3, retryDelay: 60 },
  sources: { ...common, retryLimit: 0, retryDelay: 0 },
  // A run that fails is settled as such; only one that was broken off is run again.
  source: { ...common, retryLimit: 1000, retryDelay: 1 },
};
/** Of these at most one job with the same key waits or is worked, over all processes. */
const exclusive: readonly Queue[] = ['source'];
const queues = Object.keys(policies) as Queue[];

/** How long a handler may take to give up. */
const stopMs = 5_000;

/** New jobs are announced; what is to be tried again is not. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };

/** Handed on to the driver: no worker waits for long for a server that is gone without a word. */
const connection = {
  application_name: 'hookline jobs',
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
  keepAlive: true,
};

export type JobsOptions = {
  /** No other process works on this database, so that what is still marked as being worked is an orphan of a crash. */
  isAlone: boolean;
  /** Only to send: another instance in this process looks after the queues. */
  isSender?: boolean;
  backend?: DatabaseBackend;
};

export async function startJobs(
  url: string,
  { isAlone, isSender = false, backend = 'postgres' }: JobsOptions,
  observe: Observe,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    backend,
    connectionString: url,
    max: isSender ? 1 : 4,
    useListenNotify: !isSender && canListenOn(backend),
    notifyHeartbeatIntervalMs: 5000,
    notifyHeartbeatTimeoutMs: 2000,
    supervise: !isSender,
    schedule: !isSender,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  const stopping = new AbortController();
  boss.on('error', (error) => observe({ kind: 'jobs_error', error }));
  boss.on('warning', ({ message }) => observe({ kind: 'jobs_warning', message }));
  await boss.start();
  for (const queue of isSender ? [] : queues) {
    if (await boss.getQueue(queue)) await boss.updateQueue(queue, policies[queue]);
    else
      await boss.createQueue(queue, {
        ...policies[queue],
        policy: exclusive.includes(queue) ? 'exclusive' : 'standard',
      });
  }
  if (isAlone) for (const queue of queues) await takeBackOrphans(boss, queue);
  async function stopWorking(): Promise<void> {
    stopping.abort(new Error('The service stops.'));
    const finished = Promise.all(queues.map((queue) => boss.offWork(queue)));
    // What does not finish is failed by boss.stop, and so tried again.
    await Promise.race([finished, sleep(stopMs, undefined, { ref: false })]);
  }

  return {
    send: async (trx, queue, data, key) => {
      const options = key === undefined ? {} : { singletonKey: key };
      return (await boss.send(queue, data, { ...options, db: fromKysely(trx) })) !== null;
    },
    work: async (queue, handler, concurrency = 1) => {
      const options = { ...polling, localConcurrency: concurrency };
      const worker = await boss.work<JobData[typeof queue]>(queue, options, async ([job]) => {
        // Else the worker would rest before it looks for the next one.
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

async function takeBackOrphans(boss: PgBoss, queue: Queue): Promise<void> {
  const jobs = await boss.findJobs(queue);
  const orphans = jobs.filter(({ state }) => state === 'active').map(({ id }) => id);
  if (orphans.length > 0) await boss.fail(queue, orphans, { reason: 'the process ended' });
}
