// GET /operator/health: what a lone operator looks at, figures below and what is wrong now on top (health-problems.ts).
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { selectWaitingRequests } from '../../accounts/store-queries.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import { selectReviewQueue } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import { measureDatabase, selectQueues } from '../../db/health.ts';
import type { ExportFiles } from '../../exports/files/files.ts';
import { selectExportFigures } from '../../exports/store.ts';
import type { LiveFreshness } from '../../ingest/sources/freshness.ts';
import { selectFailingSources } from '../../ingest/sources/store.ts';
import { countWaitingDeliveries, selectPausedWebhooks } from '../../webhooks/store-queries.ts';
import { findProblems, type HealthProblem } from './health-problems.ts';

export type HealthDeps = {
  db: Database;
  catalog: () => Catalog;
  files: ExportFiles;
  freshness: LiveFreshness['current'];
  version: string;
  dataDir: string;
};

type ProcessFigures = {
  version: string;
  node: string;
  /** Which of several processes told it: each has figures of its own. */
  pid: number;
  started_at: string;
  uptime_seconds: number;
  memory: { rss_bytes: number; heap_used_bytes: number; external_bytes: number };
  /** How late timers ran, since `since`, which is never longer ago than some minutes while somebody asks. */
  event_loop: { mean_ms: number; p99_ms: number; max_ms: number; since: string };
};

type DiskFigures = { path: string; free_bytes: number; total_bytes: number };

/** Where it does not answer, numbers are null. */
type ExportFilesFigures = {
  location: string;
  reachable: boolean;
  files: number | null;
  bytes: number | null;
  error: string | null;
};

type CatalogFigures = {
  version: number;
  hooks: number;
  updated_at: string;
  age_seconds: number;
  data_through: string | null;
  next_update_at: string | null;
  checked_at: string | null;
};

/** Sections of the database are null where it does not answer. */
export type HealthFigures = {
  process: ProcessFigures;
  catalog: CatalogFigures;
  disk: DiskFigures | null;
  export_files: ExportFilesFigures;
  database: { reachable: boolean; answered_in_ms: number | null; size_bytes: number | null; error: string | null };
  queues: { [name: string]: Omit<Queue, 'name'> } | null;
  deliveries: { due: number; oldest_due_at: string | null; pending: number; failed_today: number } | null;
  webhooks_paused: PausedWebhook[] | null;
  exports: { processing: number; oldest_processing_at: string | null; failed_today: number } | null;
  sources_failing: FailingSource[] | null;
  review: { waiting: number; oldest_at: string | null } | null;
  key_requests: { pending: number; oldest_at: string | null } | null;
};

type Queue = {
  name: string;
  waiting: number;
  retrying: number;
  active: number;
  failed: number;
  oldest_at: string | null;
  error: string | null;
};
type PausedWebhook = {
  webhook_id: string;
  account_id: string;
  account_name: string;
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: string | null;
};
type FailingSource = { id: string; name: string; failures: number; error: string | null; since: string | null };

export type OperatorHealth = {
  /** That of the gravest problem. */
  status: 'ok' | 'warning' | 'error';
  at: string;
  /** The gravest first. */
  problems: HealthProblem[];
} & HealthFigures;

const mostPaused = 100;

export function registerOperatorHealth(app: FastifyInstance, deps: HealthDeps): void {
  const loop = watchEventLoop();
  app.addHook('onClose', async () => loop.stop());

  app.get('/operator/health', async (): Promise<OperatorHealth> => {
    const now = new Date();
    const figures: HealthFigures = {
      process: { ...processFigures(deps.version), event_loop: loop.read() },
      catalog: catalogFigures(deps, now),
      disk: await diskFigures(deps).catch(() => null),
      export_files: await exportFilesFigures(deps.files),
      ...(await databaseFigures(deps.db, now)),
    };
    const problems = findProblems(figures, now);
    return { status: problems[0]?.severity ?? 'ok', at: now.toISOString(), problems, ...figures };
  });
}

const resolutionMs = 20;
const loopWindowMs = 5 * 60_000;

function watchEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let since = new Date();
  histogram.enable();
  // What is recorded is the time between two ticks of a timer; only what exceeds its period is delay.
  const toMs = (ns: number) => (Number.isFinite(ns) ? Math.max(0, Math.round((ns / 1e6 - resolutionMs) * 10) / 10) : 0);
  return {
    read: () => {
      const { mean, max } = histogram;
      const told = { mean_ms: toMs(mean), p99_ms: toMs(histogram.percentile(99)), max_ms: toMs(max) };
      const read = { ...told, since: since.toISOString() };
      if (Date.now() - since.getTime() > loopWindowMs) {
        histogram.reset();
        since = new Date();
      }
      return read;
    },
    stop: () => void histogram.disable(),
  };
}

function processFigures(version: string): Omit<ProcessFigures, 'event_loop'> {
  const { rss, heapUsed, external } = process.memoryUsage();
  const uptime_seconds = Math.round(process.uptime());
  return {
    version,
    node: process.version,
    pid: process.pid,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    uptime_seconds,
    memory: { rss_bytes: rss, heap_used_bytes: heapUsed, external_bytes: external },
  };
}

function catalogFigures({ catalog, freshness }: HealthDeps, now: Date): CatalogFigures {
  const { version, size, updatedAt, dataThrough } = catalog().snapshot;
  const { nextUpdateAt, checkedAt } = freshness();
  return {
    version,
    hooks: size,
    updated_at: updatedAt,
    age_seconds: Math.max(0, Math.round((now.getTime() - Date.parse(updatedAt)) / 1000)),
    data_through: dataThrough,
    next_update_at: iso(nextUpdateAt),
    checked_at: iso(checkedAt),
  };
}

async function diskFigures({ dataDir }: HealthDeps): Promise<DiskFigures> {
  const { bsize, bavail, blocks } = await statfs(dataDir);
  return { path: dataDir, free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

async function exportFilesFigures({ location, size }: ExportFiles): Promise<ExportFilesFigures> {
  try {
    return { location, reachable: true, ...(await size()), error: null };
  } catch (error) {
    return { location, reachable: false, files: null, bytes: null, error: (error as Error).message };
  }
}

type DatabaseSections = Omit<HealthFigures, 'process' | 'catalog' | 'disk' | 'export_files'>;

async function databaseFigures(db: Database, now: Date): Promise<DatabaseSections> {
  const today = new Date(now.toISOString().slice(0, 10));
  try {
    const [database, queues, deliveries, paused, exports, failing, review, requests] = await Promise.all([
      measureDatabase(db),
      selectQueues(db),
      countWaitingDeliveries(db, now, today),
      selectPausedWebhooks(db, mostPaused),
      selectExportFigures(db, today),
      selectFailingSources(db),
      selectReviewQueue(db),
      selectWaitingRequests(db),
    ]);
    return {
      database: { reachable: true, ...database, error: null },
      queues: Object.fromEntries(
        queues.map(({ name, ...queue }) => [name, { ...queue, oldest_at: iso(queue.oldest_at) }]),
      ),
      deliveries: { ...deliveries, oldest_due_at: iso(deliveries.oldest_due_at) },
      webhooks_paused: paused.map((webhook) => ({ ...webhook, paused_at: iso(webhook.paused_at) })),
      exports: { ...exports, oldest_processing_at: iso(exports.oldest_processing_at) },
      sources_failing: failing.map((source) => ({ ...source, since: iso(source.since) })),
      review: { waiting: review.count, oldest_at: iso(review.oldest) },
      key_requests: { pending: requests.count, oldest_at: iso(requests.oldest) },
    };
  } catch (error) {
    return {
      database: { reachable: false, answered_in_ms: null, size_bytes: null, error: String((error as Error).message) },
      queues: null,
      deliveries: null,
      webhooks_paused: null,
      exports: null,
      sources_failing: null,
      review: null,
      key_requests: null,
    };
  }
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
