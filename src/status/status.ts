// Public status: whether the service is up or degraded, and its figures. Contains nothing about individual customers.
import { z } from 'zod';
import type { Catalog } from '../catalog/live-catalog.ts';
import type { Database } from '../db/database.ts';
import { countRunningExports } from '../exports/store.ts';
import { nextRunAt } from '../ingest/sources/source.ts';
import { type Freshness, type SourceHealth, selectSourceHealth } from '../ingest/sources/store.ts';
import type { Observe } from '../telemetry/events.ts';
import type { LatencyFigures } from '../telemetry/latency.ts';
import { selectDeliveryHealth } from '../webhooks/store.ts';
import { type Announcement, announcementSchema } from './announcements/announcement.ts';
import { countMinutes } from './store.ts';
import { computeUptime, uptimeSchema } from './uptime.ts';

const hourMs = 3_600_000;
const windowHours = 24;
const lateAfterMs = 10 * 60_000;

const moment = z.iso.datetime();
const count = z.number().int();
const ms = z.number().nullable();

export const statusSchema = z
  .object({
    status: z.enum(['up', 'degraded']),
    reasons: z.array(z.string()).meta({ description: 'Why the service is degraded; empty if it is up' }),
    version: z.string(),
    started_at: moment.meta({ description: 'Start of the process that sent the response' }),
    uptime: uptimeSchema.nullable(),
    catalog: z.object({
      hooks: count,
      sample_data: z.boolean().meta({ description: 'Whether the catalog includes sample data' }),
      version: count,
      updated_at: moment.meta({ description: 'When hooks last changed' }),
      checked_at: moment.nullable().meta({ description: 'When a source was last read' }),
      data_through: moment.nullable(),
      next_update_at: moment.nullable(),
    }),
    latency: z
      .object({ p50_ms: ms, p95_ms: ms, p99_ms: ms, requests: count, window_minutes: count })
      .meta({ description: 'Latency of API responses of this process; percentiles are null without responses' }),
    deliveries: z
      .object({
        window_hours: count,
        delivered: count,
        failed: count.meta({ description: 'Deliveries whose attempts all failed' }),
        pending: count.meta({ description: 'Currently pending, of any age' }),
        success_ratio: z.number().nullable().meta({ description: '`delivered / (delivered + failed)`' }),
        oldest_pending_at: moment.nullable(),
      })
      .nullable()
      .meta({ description: 'Webhook deliveries created in the window, without tests' }),
    exports: z.object({ processing: count }).nullable(),
    announcements: z
      .array(announcementSchema)
      .meta({ description: 'Open, scheduled, and ended within 90 days; newest first' }),
  })
  .meta({ id: 'Status', description: 'Figures from the database are null during its outage' });
export type Status = z.infer<typeof statusSchema>;

export type StatusDeps = {
  db: Database;
  observe: Observe;
  version: string;
  startedAt: Date;
  /** Default interval of sources. */
  updateEvery: string;
  catalog: () => Catalog;
  freshness: () => Freshness;
  latency: () => LatencyFigures;
};

type Measured = Pick<Status, 'uptime' | 'deliveries' | 'exports' | 'reasons'>;

/** Announcements are left out, since they are read more often. */
type Figures = Omit<Status, 'announcements'>;

export async function readStatus(deps: StatusDeps, now: number): Promise<Figures> {
  const { reasons, uptime, deliveries, exports } = await measure(deps, now);
  const { size, hasSample, version, updatedAt, dataThrough } = deps.catalog().snapshot;
  const { checkedAt, nextUpdateAt } = deps.freshness();
  return {
    status: reasons.length > 0 ? 'degraded' : 'up',
    reasons,
    version: deps.version,
    started_at: deps.startedAt.toISOString(),
    uptime,
    catalog: {
      hooks: size,
      sample_data: hasSample,
      version,
      updated_at: updatedAt,
      checked_at: checkedAt?.toISOString() ?? null,
      data_through: dataThrough,
      next_update_at: nextUpdateAt?.toISOString() ?? null,
    },
    latency: deps.latency(),
    deliveries,
    exports,
  };
}

/** An open incident counts as a reason, since operators report what no figure shows. */
export function withAnnouncements(figures: Figures, announcements: readonly Announcement[]): Status {
  const incidents = announcements.filter(({ kind, phase }) => kind === 'incident' && phase === 'open');
  const reasons = [...incidents.map(({ title }) => title), ...figures.reasons];
  const status = reasons.length > 0 ? 'degraded' : 'up';
  return { ...figures, status, reasons, announcements: [...announcements] };
}

/** During a database outage the figures are null, but the status is still served, since people look at it then. */
async function measure({ db, observe, updateEvery }: StatusDeps, now: number): Promise<Measured> {
  const since = new Date(now - windowHours * hourMs);
  const lateBefore = new Date(now - lateAfterMs);
  try {
    const [recorded, sources, { delivered, failed, pending, oldestPendingAt, isLate }, exports] = await Promise.all([
      countMinutes(db, now),
      selectSourceHealth(db),
      selectDeliveryHealth(db, { since, now: new Date(now), lateBefore }),
      countRunningExports(db),
    ]);
    const settled = delivered + failed;
    return {
      reasons: reasonsOf({ sources, updateEvery, isLate, now }),
      uptime: computeUptime(recorded, now),
      deliveries: {
        window_hours: windowHours,
        delivered,
        failed,
        pending,
        success_ratio: settled > 0 ? Math.round((1e4 * delivered) / settled) / 1e4 : null,
        oldest_pending_at: oldestPendingAt?.toISOString() ?? null,
      },
      exports: { processing: exports.queued + exports.running },
    };
  } catch (error) {
    observe({ kind: 'database_error', error });
    const reasons = ['The database is unavailable. The catalog is served from memory.'];
    return { reasons, uptime: null, deliveries: null, exports: null };
  }
}

export type ReasonInput = { sources: readonly SourceHealth[]; updateEvery: string; isLate: boolean; now: number };

/** Sentences for the status page; they name no source and no customer. */
export function reasonsOf({ sources, updateEvery, isLate, now }: ReasonInput): string[] {
  const reasons: string[] = [];
  if (sources.some(({ failures }) => failures > 0))
    reasons.push('The last update from a source failed. It is retried automatically.');
  // Each source is judged by its own interval: a weekly source is not late after a day.
  const isOverdue = ({ every, checkedAt }: SourceHealth) => {
    const next = (after: number) => nextRunAt(every ?? updateEvery, { startedAt: after, endedAt: after });
    return now > next(next(checkedAt.getTime()));
  };
  if (sources.some(isOverdue)) reasons.push('A source has not been checked for more than twice its update interval.');
  if (isLate) reasons.push('Webhook deliveries have been overdue for more than 10 minutes.');
  return reasons;
}

// Caches one result for some time. Concurrent calls share the computation; a failure is not cached.

export function cacheFor<T>(
  cachedMs: number,
  compute: () => Promise<T>,
  now = () => performance.now(),
): () => Promise<T> {
  let cached: { at: number; result: Promise<T> } | undefined;
  return () => {
    const at = now();
    if (cached && at < cached.at + cachedMs) return cached.result;
    const fresh = { at, result: compute() };
    fresh.result.catch(() => {
      if (cached === fresh) cached = undefined;
    });
    cached = fresh;
    return fresh.result;
  };
}
