// The public status: whether the service is well, and the figures that show it. It tells nothing of any one customer.
import { z } from 'zod';
import type { Catalog } from '../catalog/snapshot/live-catalog.ts';
import type { Database } from '../db/database.ts';
import { countRunningImports } from '../exports/store.ts';
import { nextRunAt } from '../ingest/sources/schedule.ts';
import { type Freshness, type SourceHealth, selectSourceHealth } from '../ingest/sources/store.ts';
import type { Observe } from '../telemetry/events.ts';
import type { LatencyFigures } from '../telemetry/latency.ts';
import { selectDeliveryHealth } from '../webhooks/store-health.ts';
import { countMinutes } from './store.ts';
import { tellUptime, uptimeSchema } from './uptime.ts';

const hourMs = 3_600_000;
const windowHours = 24;
const lateAfterMs = 10 * 60_000;

const moment = z.iso.datetime();
const count = z.number().int();
const ms = z.number().nullable();

export const statusSchema = z
  .object({
    status: z.enum(['up', 'degraded']),
    reasons: z.array(z.string()).meta({ description: 'Why it is degraded; empty where it is up' }),
    version: z.string(),
    started_at: moment.meta({ description: 'When the process that answers began to' }),
    uptime: uptimeSchema.nullable(),
    catalog: z.object({
      hooks: count,
      version: count,
      updated_at: moment.meta({ description: 'When hooks last changed' }),
      checked_at: moment.nullable().meta({ description: 'When a source was last read' }),
      data_through: moment.nullable(),
      next_update_at: moment.nullable(),
    }),
    latency: z
      .object({ p50_ms: ms, p95_ms: ms, p99_ms: ms, requests: count, window_minutes: count })
      .meta({ description: 'Of the API answers of this process; the percentiles are null where there were none' }),
    deliveries: z
      .object({
        window_hours: count,
        delivered: count,
        failed: count.meta({ description: 'Receivers that took none of the attempts' }),
        pending: count.meta({ description: 'Now, of whatever age' }),
        success_ratio: z.number().nullable().meta({ description: '`delivered / (delivered + failed)`' }),
        oldest_pending_at: moment.nullable(),
      })
      .nullable()
      .meta({ description: 'To webhooks, made in the window; tests are left out' }),
    exports: z.object({ processing: count }).nullable(),
  })
  .meta({ description: 'What is measured is null while the database cannot be asked' });
export type Status = z.infer<typeof statusSchema>;

export type StatusDeps = {
  db: Database;
  observe: Observe;
  version: string;
  startedAt: Date;
  /** The interval of sources that state none. */
  updateEvery: string;
  catalog: () => Catalog;
  freshness: () => Freshness;
  latency: () => LatencyFigures;
};

type Measured = Pick<Status, 'uptime' | 'deliveries' | 'exports' | 'reasons'>;

export async function readStatus(deps: StatusDeps, now: number): Promise<Status> {
  const { reasons, uptime, deliveries, exports } = await measure(deps, now);
  const { size, version, updatedAt, dataThrough } = deps.catalog().snapshot;
  const { checkedAt, nextUpdateAt } = deps.freshness();
  return {
    status: reasons.length > 0 ? 'degraded' : 'up',
    reasons,
    version: deps.version,
    started_at: deps.startedAt.toISOString(),
    uptime,
    catalog: {
      hooks: size,
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

/** Without the database there are no figures, but there is an answer, and that is when one is asked for. */
async function measure({ db, observe, updateEvery }: StatusDeps, now: number): Promise<Measured> {
  const since = new Date(now - windowHours * hourMs);
  const lateBefore = new Date(now - lateAfterMs);
  try {
    const [recorded, sources, { delivered, failed, pending, oldestPendingAt, isLate }, exports] = await Promise.all([
      countMinutes(db, now),
      selectSourceHealth(db),
      selectDeliveryHealth(db, { since, now: new Date(now), lateBefore }),
      countRunningImports(db),
    ]);
    const settled = delivered + failed;
    return {
      reasons: reasonsOf({ sources, updateEvery, isLate, now }),
      uptime: tellUptime(recorded, now),
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
    const reasons = ['The database does not answer. The catalog is served from memory.'];
    return { reasons, uptime: null, deliveries: null, exports: null };
  }
}

export type Observed = { sources: readonly SourceHealth[]; updateEvery: string; isLate: boolean; now: number };

/** In plain words, none of them a name. */
export function reasonsOf({ sources, updateEvery, isLate, now }: Observed): string[] {
  const reasons: string[] = [];
  if (sources.some(({ failures }) => failures > 0))
    reasons.push('A source of hooks could not be read when it was last tried. It is tried again by itself.');
  // Each by its own interval: one that is read weekly is not late after a day.
  const isOverdue = ({ every, checkedAt }: SourceHealth) => {
    const next = (after: number) => nextRunAt(every ?? updateEvery, { startedAt: after, endedAt: after });
    return now > next(next(checkedAt.getTime()));
  };
  if (sources.some(isOverdue))
    reasons.push('A source of hooks has not been checked for more than twice its update interval.');
  if (isLate) reasons.push('Deliveries to webhooks have been due for more than 10 minutes.');
  return reasons;
}
