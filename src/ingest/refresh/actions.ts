// Starts and runs the job that refreshes view counts.
import type { Config } from '../../config/config.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { dayMs } from '../../lib/time.ts';
import { setSecretRemedy } from '../../secrets/secret.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { CollectEnvironment } from '../collect/collector.ts';
import type { ViewLookup } from './lookup.ts';
import { refreshPlatform, youtubeLookup } from './refresh.ts';
import { selectRefresh, settleRefresh } from './store.ts';

/** Enqueues a run after a publication. Never fails, since the hourly run follows anyway. */
export async function requestRefresh({
  db,
  jobs,
  observe,
}: {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  observe: Observe;
}): Promise<void> {
  await db
    .transaction()
    .execute((trx) => jobs.send(trx, 'refresh_views', null, 'views'))
    .catch((error) => observe({ kind: 'jobs_error', error }));
}

export type RefreshDeps = {
  db: Database;
  databaseUrl: string;
  environment: CollectEnvironment;
  config: Pick<Config, 'limits' | 'retireUnavailable'>;
  readSecrets: () => Promise<ReadonlyMap<string, string>>;
  /** Resolves when this process serves the new version. */
  refresh: () => Promise<void>;
  observe: Observe;
};

/** Runs one job. A failed platform is left to the next job; only an interrupted job is retried. */
export function createRefresher(deps: RefreshDeps): (signal: AbortSignal) => Promise<void> {
  let searchedAt = Number.NEGATIVE_INFINITY;
  // A restart may have fixed the cause of a pause, such as the configured units.
  let isFirst = true;
  return async (signal) => {
    const secrets = await deps.readSecrets();
    if (!secrets.has('youtube')) return noteMissingSecret(deps.db);
    const pausedUntil = isFirst ? null : (await selectRefresh(deps.db, 'youtube'))?.paused_until;
    if (pausedUntil && pausedUntil.getTime() > Date.now()) return;
    isFirst = false;
    const searchesAll = performance.now() - searchedAt > dayMs;
    await refreshWith(deps, youtubeLookup(deps.environment, secrets), { searchesAll, signal });
    if (searchesAll) searchedAt = performance.now();
  };
}

/** Uses its own connection, without the timeouts of requests. */
async function refreshWith(
  { databaseUrl, config, refresh, observe }: RefreshDeps,
  lookup: ViewLookup,
  { searchesAll, signal }: { searchesAll: boolean; signal: AbortSignal },
): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, observe, { connections: 1 });
  const { platform } = lookup;
  const startedAt = performance.now();
  try {
    const rules = { limits: config.limits, retiresUnavailable: config.retireUnavailable };
    const { pausedUntil, ...report } = await refreshPlatform(db, lookup, { ...rules, searchesAll, signal });
    if (report.changed > 0) await refresh();
    const tookMs = Math.round(performance.now() - startedAt);
    if (report.checked > 0 || pausedUntil)
      observe({
        kind: 'views_refreshed',
        platform,
        ...report,
        pausedUntil: pausedUntil?.toISOString() ?? null,
        tookMs,
      });
  } catch (error) {
    if (signal.aborted) throw error;
    observe({ kind: 'views_refresh_failed', platform, error });
  } finally {
    await close();
  }
}

/** Without a key nothing is refreshed, which is an error only if refreshes ran before. */
async function noteMissingSecret(db: Database): Promise<void> {
  const state = await selectRefresh(db, 'youtube');
  if (!state?.checked_at) return;
  const error = `The secret \`youtube\` is missing. ${setSecretRemedy('youtube')}`;
  await settleRefresh(db, 'youtube', { checkedAt: undefined, pausedUntil: null, error });
}
