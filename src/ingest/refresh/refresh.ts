// Refreshes the view counts of a platform: looks up the hooks that are due, call by call, and publishes what was found.
import type { Database } from '../../db/database.ts';
import type { Api, ApiWindow } from '../collect/api-limits.ts';
import { CollectionPaused, LocationError } from '../collect/collector.ts';
import { takeAllUnits } from '../collect/store.ts';
import type { FoundViews, ViewLookup } from './lookup.ts';
import { publishFound } from './publish.ts';
import { nextCheckAt, nextCheckOfMissing, refreshShares, unitsOfRun } from './schedule.ts';
import { hasCollector, selectRefreshUnits, settleRefresh, takeRefreshUnit } from './store.ts';
import { type CheckResult, type Claimed, claimDue, enrollHooks, releaseClaim, settleClaim } from './store-checks.ts';
import type { FoundRules } from './store-publish.ts';

/** `missing` videos were left out by the API. `pausedUntil`: null unless units are used up. */
export type RefreshReport = {
  calls: number;
  checked: number;
  missing: number;
  changed: number;
  held: number;
  pausedUntil: Date | null;
};

export type RefreshOptions = FoundRules & {
  /** Also looks for older hooks whose video became known since. */
  searchesAll: boolean;
  signal: AbortSignal;
};

/** A call takes seconds. One whose process ended is repeated after this long. */
const claimMs = 10 * 60_000;

/**
 * What a call found is committed before the next one, and the rest of an interrupted run is published by the next: so a run that is killed
 * repeats nothing but the call in flight. Rejects after a failed call, when what was found before is published.
 */
export async function refreshPlatform(
  db: Database,
  lookup: ViewLookup,
  options: RefreshOptions,
): Promise<RefreshReport> {
  const { platform } = lookup;
  const { searchesAll, signal } = options;
  const report: RefreshReport = { calls: 0, checked: 0, missing: 0, changed: 0, held: 0, pausedUntil: null };
  const startedAt = new Date();
  let failure: unknown;
  await enrollHooks(db, platform, { now: startedAt, all: searchesAll });
  try {
    await checkDue(db, lookup, { startedAt, report, signal });
  } catch (error) {
    if (error instanceof CollectionPaused) report.pausedUntil = error.until;
    else failure = error;
  }
  if (signal.aborted) throw signal.reason;
  const { changed, held } = await publishFound(db, options);
  const checkedAt = report.checked > 0 ? new Date() : undefined;
  await settleRefresh(db, platform, { checkedAt, pausedUntil: report.pausedUntil, error: messageOf(failure) });
  if (failure !== undefined) throw failure;
  return { ...report, changed, held };
}

function messageOf(failure: unknown): string | null {
  if (failure === undefined) return null;
  const message = failure instanceof Error ? failure.message : String(failure);
  return [message, failure instanceof LocationError ? failure.remedy : null].filter(Boolean).join(' ');
}

type Run = { startedAt: Date; report: RefreshReport; signal: AbortSignal };

async function checkDue(db: Database, lookup: ViewLookup, { startedAt, report, signal }: Run): Promise<void> {
  const { platform, idsPerCall } = lookup;
  const window = lookup.window(startedAt);
  const share = (await hasCollector(db, platform)) ? refreshShares.besideSources : refreshShares.alone;
  const used = await selectRefreshUnits(db, platform, window);
  const units = unitsOfRun({ units: window.limit, share, used, end: window.end }, startedAt);
  const spend = async (_api: Api, count: number | 'all') => {
    if (count === 'all') await takeAllUnits(db, platform, window);
    if (count === 'all' || !(await takeRefreshUnit(db, platform, { window, share }))) throw usedUp(window);
    report.calls++;
  };
  for (;;) {
    if (signal.aborted) return;
    const claim = { platform, now: startedAt, until: new Date(Date.now() + claimMs) };
    // Beyond the units of the run, whether something is left is enough to know.
    const claimed = await claimDue(db, claim, report.calls < units ? idsPerCall : 1);
    if (claimed.length === 0) return;
    if (report.calls >= units) {
      await releaseClaim(db, claim, claimed);
      if (units === 0) throw usedUp(window);
      return;
    }
    try {
      const ids = claimed.map(({ video_id }) => video_id);
      const at = new Date();
      const found = await lookup.lookUp(ids, { spend, signal });
      const results = resultsOf(claimed, found, at);
      await settleClaim(db, claim, { at, results });
      report.checked += claimed.length;
      report.missing += results.filter(({ is_present }) => !is_present).length;
    } catch (error) {
      await releaseClaim(db, claim, claimed);
      throw error;
    }
  }
}

function usedUp({ end }: ApiWindow): CollectionPaused {
  return new CollectionPaused('The units of refreshes are used.', end);
}

function resultsOf(claimed: readonly Claimed[], found: FoundViews, at: Date): CheckResult[] {
  return claimed.map(({ hook_id, video_id, views: former, born_at, counted_at, omissions }) => {
    const views = found.get(video_id);
    if (views === undefined)
      return { hook_id, is_present: false, views: null, due_at: nextCheckOfMissing(omissions + 1, at) };
    const hook = { bornAt: born_at, views: former, countedAt: counted_at };
    return { hook_id, is_present: true, views, due_at: nextCheckAt(hook, views, at) };
  });
}
