// Refreshes the view counts of a platform: looks up due hooks, call by call, and publishes the counts.

import { z } from 'zod';
import { lockCatalog, nextVersion } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import {
  type Api,
  type ApiWindow,
  type CollectEnvironment,
  CollectionPaused,
  LocationError,
  windowOf,
} from '../collect/collector.ts';
import { takeAllUnits } from '../collect/store.ts';
import { requestYouTube } from '../collect/youtube/client.ts';
import { count } from '../collect/youtube/video.ts';
import type { FoundViews, ViewLookup } from './lookup.ts';
import { nextCheckAt, nextCheckOfMissing, refreshShares, unitsOfRun } from './schedule.ts';
import {
  type CheckResult,
  type Claimed,
  claimDue,
  enrollHooks,
  hasCollector,
  releaseClaim,
  selectRefreshUnits,
  settleClaim,
  settleRefresh,
  takeRefreshUnit,
} from './store.ts';
import {
  clearFound,
  collectFound,
  type FoundRules,
  type FoundWork,
  insertHeld,
  insertRefreshedHistory,
  updateRefreshed,
} from './store-publish.ts';

/** `missing`: videos that the API left out. `pausedUntil`: null unless the units are used up. */
type RefreshReport = {
  calls: number;
  checked: number;
  missing: number;
  changed: number;
  held: number;
  pausedUntil: Date | null;
};

type RefreshOptions = FoundRules & {
  /** Whether to look for older hooks whose video became known since. */
  searchesAll: boolean;
  signal: AbortSignal;
};

/** A call takes seconds. The call of a dead process is repeated after this time. */
const claimMs = 10 * 60_000;

/**
 * The counts of each call are committed before the next call, and the next run publishes the rest of an interrupted run, so a killed run
 * repeats only the call in flight. Rejects after a failed call, once the earlier counts are published.
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
    // Beyond the units of the run, one claim is enough to detect that hooks are left.
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
  return new CollectionPaused('The units for refreshes are used up.', end);
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

// Publishes the counts of refreshes as few catalog versions, each in one short transaction.

/** Hooks per version. Its transaction takes about a second, in which imports wait. */
const hooksPerVersion = 5_000;

/** Publishes all stored counts, of this run or an interrupted one. Each version is committed with its history, or not at all. */
async function publishFound(db: Database, rules: FoundRules): Promise<FoundWork> {
  const sum = { found: 0, changed: 0, moved: 0, held: 0 };
  for (;;) {
    const work = await publishSome(db, rules);
    sum.found += work.found;
    sum.changed += work.changed;
    sum.moved += work.moved;
    sum.held += work.held;
    if (work.found < hooksPerVersion) return sum;
  }
}

async function publishSome(db: Database, rules: FoundRules): Promise<FoundWork> {
  return db.transaction().execute(async (trx) => {
    await lockCatalog(trx);
    const work = await collectFound(trx, hooksPerVersion, rules);
    const now = new Date();
    if (work.moved > 0) await insertRefreshedHistory(trx);
    if (work.changed > 0) await updateRefreshed(trx, { now, version: await nextVersion(trx) });
    if (work.held > 0) await insertHeld(trx, now);
    if (work.found > 0) await clearFound(trx);
    return work;
  });
}

// Looks up view counts by the YouTube Data API: videos.list, 50 ids and one unit a call.
// Shapes: developers.google.com/youtube/v3/docs/videos/list.

/** The count is missing if the channel hides it. */
const videoSchema = z.object({
  id: z.string(),
  statistics: z.object({ viewCount: count }).optional().catch(undefined),
});

export function youtubeLookup(environment: CollectEnvironment, secrets: ReadonlyMap<string, string>): ViewLookup {
  return {
    platform: 'youtube',
    idsPerCall: 50,
    window: (now) => windowOf('youtube', environment, now),
    lookUp: async (ids, { spend, signal }) => {
      const fields = 'items(id,statistics/viewCount)';
      const params = { part: 'statistics', fields, maxResults: 50, id: ids.join() };
      const page = await requestYouTube({ environment, secrets, signal, spend }, { method: 'videos', params });
      const items = page === 'unchanged' ? [] : page.items;
      // A malformed item must not hide the counts of the others.
      const videos = items.flatMap((item) => videoSchema.safeParse(item).data ?? []);
      return new Map(
        videos.map(({ id, statistics }) => [
          id,
          statistics?.viewCount === undefined ? null : Number(statistics.viewCount),
        ]),
      );
    },
  };
}
