// Health, setup and pending counts: figures of the service, problems (health-problems.ts), and the check of each minute.
import { relative } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';
import { selectPendingRequests } from '../../accounts/store-queries.ts';
import { stopNameOf } from '../../catalog/embeddings/fill.ts';
import type { Meaning } from '../../catalog/embeddings/vector-thread.ts';
import { selectStop } from '../../catalog/labelling/llm/store.ts';
import { selectReportQueue } from '../../catalog/reports/store.ts';
import { selectReviewQueue } from '../../catalog/store.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { type DiskFigures, readDisk } from '../../db/disk-space.ts';
import { measureDatabase, selectQueues } from '../../db/health.ts';
import { DatabaseUnavailableError } from '../../db/outage.ts';
import type { ExportFiles } from '../../exports/files/files.ts';
import { selectExportFigures } from '../../exports/store.ts';
import { selectRefreshHealth } from '../../ingest/refresh/store.ts';
import { countSourceRequests } from '../../ingest/source-requests/store.ts';
import { selectFailingSources } from '../../ingest/sources/store.ts';
import { versionedName } from '../../labels/llm/question.ts';
import { dayMs } from '../../lib/time.ts';
import { checkProblems, reportOutage } from '../../operator-alerts/actions.ts';
import { changeSetup, changeSetupInput, readSetup, setupSchema } from '../../status/setup.ts';
import { countWaitingDeliveries, selectPausedWebhooks, selectThreadEnds } from '../../webhooks/store.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import type { Services } from '../services.ts';
import { findProblems } from './health-problems.ts';
import { type EventLoop, type HealthFigures, type OperatorHealth, operatorHealthSchema } from './health-schema.ts';

const maxPaused = 100;
const hourMs = 3_600_000;

export function operatorHealthEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'read',
      path: '/operator/health',
      summary: 'Get health',
      description: 'What is wrong now, and figures of the service.',
      response: operatorHealthSchema,
      handler: () => readHealth(services),
    }),
  ];
}

async function readHealth(services: Services): Promise<OperatorHealth> {
  const now = new Date();
  const figures: HealthFigures = {
    process: processFigures(services),
    catalog: catalogFigures(services, now),
    ...(await diskFigures(services)),
    export_files: await exportFilesFigures(services.files),
    ...(await databaseFigures(services, now)),
  };
  const problems = findProblems(figures, now);
  const status: OperatorHealth['status'] = problems[0]?.severity ?? 'ok';
  return { status, at: now.toISOString(), problems, ...figures };
}

function processFigures({ version, eventLoop }: Services): HealthFigures['process'] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const uptime_seconds = Math.round(process.uptime());
  return {
    version,
    node: process.version,
    pid: process.pid,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    uptime_seconds,
    memory: { rss_bytes: rss, heap_used_bytes: heapUsed, external_bytes: external },
    event_loop: eventLoop.read(),
  };
}

function catalogFigures({ catalog, freshness }: Services, now: Date): HealthFigures['catalog'] {
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

async function diskFigures({ config, disks }: Services): Promise<Pick<HealthFigures, 'disk' | 'export_disk'>> {
  const ownPath = relative(config.dataDir, disks.exports.path);
  const [disk, exportDisk] = await Promise.all([
    readDisk({ ...disks.exports, path: config.dataDir }),
    ownPath.startsWith('..') ? readDisk(disks.exports) : undefined,
  ]);
  return { disk: disk ? toFigures(disk) : null, export_disk: exportDisk ? toFigures(exportDisk) : null };
}

function toFigures({ path, freeBytes, totalBytes, missingBytes }: DiskFigures): NonNullable<HealthFigures['disk']> {
  return { path, free_bytes: freeBytes, total_bytes: totalBytes, missing_bytes: missingBytes };
}

async function exportFilesFigures({ location, size }: ExportFiles): Promise<HealthFigures['export_files']> {
  try {
    return { location, reachable: true, ...(await size()), error: null };
  } catch (error) {
    return { location, reachable: false, files: null, bytes: null, error: (error as Error).message };
  }
}

type DatabaseSections = Omit<HealthFigures, 'process' | 'catalog' | 'disk' | 'export_disk' | 'export_files'>;

async function databaseFigures({ db, diskFullAt, config, meaning }: Services, now: Date): Promise<DatabaseSections> {
  const disk_full_at = iso(diskFullAt() ?? null);
  const today = new Date(now.toISOString().slice(0, 10));
  try {
    const [
      database,
      queues,
      deliveries,
      ends,
      paused,
      exports,
      failing,
      review,
      requests,
      reports,
      language_model,
      embeddings,
      refreshes,
    ] = await Promise.all([
      measureDatabase(db),
      selectQueues(db),
      countWaitingDeliveries(db, now, today),
      selectThreadEnds(db, new Date(now.getTime() - hourMs)),
      selectPausedWebhooks(db, maxPaused),
      selectExportFigures(db, today),
      selectFailingSources(db),
      selectReviewQueue(db),
      selectPendingRequests(db),
      selectReportQueue(db),
      languageModelFigures(db, config.llm),
      embeddingFigures(db, meaning),
      selectRefreshHealth(db, new Date(now.getTime() - dayMs)),
    ]);
    return {
      database: { reachable: true, ...database, disk_full_at, error: null },
      queues: Object.fromEntries(
        queues.map(({ name, ...queue }) => [name, { ...queue, oldest_at: iso(queue.oldest_at) }]),
      ),
      deliveries: { ...deliveries, oldest_due_at: iso(deliveries.oldest_due_at) },
      delivery_threads: { ended: ends.count, last_at: iso(ends.last_at), error: ends.error },
      webhooks_paused: paused.map((webhook) => ({ ...webhook, paused_at: iso(webhook.paused_at) })),
      exports: { ...exports, oldest_processing_at: iso(exports.oldest_processing_at) },
      sources_failing: failing.map((source) => ({ ...source, since: iso(source.since) })),
      view_refreshes: refreshes.map(({ platform, failures, error, overdue, ...at }) => ({
        ...{ platform, failures, error, overdue },
        checked_at: iso(at.checked_at),
        paused_until: iso(at.paused_until),
        oldest_due_at: iso(at.oldest_due_at),
      })),
      review: { waiting: review.count, oldest_at: iso(review.oldest) },
      key_requests: { pending: requests.count, oldest_at: iso(requests.oldest) },
      reports: { waiting: reports.count, oldest_at: iso(reports.oldest) },
      language_model,
      embeddings,
    };
  } catch (error) {
    return {
      database: {
        reachable: false,
        answered_in_ms: null,
        size_bytes: null,
        disk_full_at,
        error: reasonOf(error),
      },
      queues: null,
      deliveries: null,
      delivery_threads: null,
      webhooks_paused: null,
      exports: null,
      sources_failing: null,
      view_refreshes: null,
      review: null,
      key_requests: null,
      reports: null,
      language_model: null,
      embeddings: null,
    };
  }
}

async function languageModelFigures(db: Database, llm: Config['llm']): Promise<HealthFigures['language_model']> {
  if (!llm) return null;
  const { model } = llm;
  return { model, stop: await stopFigures(db, versionedName(model)) };
}

async function embeddingFigures(db: Database, meaning: Meaning | undefined): Promise<HealthFigures['embeddings']> {
  if (!meaning) return null;
  const { model } = meaning;
  const { vectors = 0, waiting = 0, dimensions = 0, bytes = 0 } = meaning.figures() ?? {};
  const stop = await stopFigures(db, stopNameOf(model));
  return { model, vectors, waiting, dimensions, memory_bytes: bytes, stop };
}

type StopFigures = NonNullable<HealthFigures['language_model']>['stop'];

async function stopFigures(db: Database, name: string): Promise<StopFigures> {
  const stop = await selectStop(db, name);
  if (!stop) return null;
  const { kind: by, reason, since, resume_at } = stop;
  return { by, reason, since: since.toISOString(), resume_at: resume_at.toISOString() };
}

/** Returns the cause only, since the problem already states that the database is unreachable. */
function reasonOf(error: unknown): string {
  if (!(error instanceof DatabaseUnavailableError)) return error instanceof Error ? error.message : String(error);
  const { cause, diskFault } = error;
  return cause instanceof Error ? cause.message : (diskFault?.message ?? 'no connection');
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

// Event loop delay of this process, over windows of five minutes.

const resolutionMs = 20;
const windowMs = 5 * 60_000;

export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let since = new Date();
  histogram.enable();
  // The histogram records the time between two ticks of a timer; only what exceeds its period is delay.
  const toMs = (ns: number) => (Number.isFinite(ns) ? Math.max(0, Math.round((ns / 1e6 - resolutionMs) * 10) / 10) : 0);
  return {
    read: () => {
      const { mean, max } = histogram;
      const figures = { mean_ms: toMs(mean), p99_ms: toMs(histogram.percentile(99)), max_ms: toMs(max) };
      const read = { ...figures, since: since.toISOString() };
      if (Date.now() - since.getTime() > windowMs) {
        histogram.reset();
        since = new Date();
      }
      return read;
    },
    stop: () => void histogram.disable(),
  };
}

// /operator/setup: checklist of what to set up before customers come, detected by the server.

export function setupEndpoints(services: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'read',
      path: '/operator/setup',
      summary: 'Get setup checklist',
      description: 'What is set up, and what to do before customers come.',
      response: setupSchema,
      handler: () => readSetup(services),
    }),
    operatorEndpoint({
      permission: 'system',
      method: 'PATCH',
      path: '/operator/setup',
      summary: 'Change setup checklist',
      description: 'Hides the checklist in the console, or confirms that backups are made by other means.',
      body: changeSetupInput,
      response: setupSchema,
      handler: (request) => changeSetup(contextOf(services, request), request.body),
    }),
  ];
}

// Checks the health of the service each minute, if operator alerts are sent by mail or webhook.

const everyMs = 60_000;

/** Returns a function that stops the checks. */
export function watchHealth(services: Services): () => void {
  const { db, jobs, publicUrl, observe, config, databaseState } = services;
  const { operatorEmail } = config;
  const hasWebhook = config.operatorWebhook !== undefined;
  if (operatorEmail === undefined && !hasWebhook) return () => {};
  const readProblems = async () => (await readHealth(services)).problems;
  let awaySince: Date | undefined;
  const check = async () => {
    const { isUp, since } = databaseState();
    if (!isUp) {
      awaySince ??= since;
      return;
    }
    const told = { db, jobs, operatorEmail, hasWebhook, publicUrl: publicUrl() };
    try {
      if (awaySince) await reportOutage(told, { since: awaySince, until: since });
      awaySince = undefined;
      await checkProblems({ ...told, readProblems });
    } catch (error) {
      observe({ kind: 'database_error', error });
    }
  };
  const timer = setInterval(check, everyMs).unref();
  return () => clearInterval(timer);
}

// GET /operator/waiting: counts of pending requests, hooks and reports, shown next to the links of the navigation.

const count = z.number().int();
const waitingSchema = z.object({ requests: count, source_requests: count, review: count, reports: count }).meta({
  id: 'Waiting',
  description: 'Pending requests for keys, plans and sources, hooks pending review, and pending reports',
});

export function waitingEndpoints({ db }: Services): ClientEndpoint[] {
  return [
    operatorEndpoint({
      permission: 'read',
      path: '/operator/waiting',
      summary: 'Count pending items',
      description: 'Requests, hooks and reports pending a decision. GET /operator/health shows since when.',
      response: waitingSchema,
      handler: async () => {
        const queues = [selectPendingRequests(db), selectReviewQueue(db), selectReportQueue(db)] as const;
        const asked = countSourceRequests(db, { state: 'pending' });
        const [source_requests, requests, review, reports] = await Promise.all([asked, ...queues]);
        return { requests: requests.count, source_requests, review: review.count, reports: reports.count };
      },
    }),
  ];
}
