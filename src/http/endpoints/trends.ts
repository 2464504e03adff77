// GET /trends: what rises and falls, by a label and over a window. Of the whole catalog it was worked out with the snapshot.
import { z } from 'zod';
import { resolve } from '../../catalog/search/resolve.ts';
import { trendKey, trendLabels } from '../../catalog/snapshot/activity.ts';
import type { Catalog } from '../../catalog/snapshot/live-catalog.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { dayMs } from '../../lib/time.ts';
import { computeTrends, type Trend, type Trends, type TrendWindow, windowDays } from '../../trends/trends.ts';
import { changeOf } from '../../trends/verdict.ts';
import { filterShape, toCheckedFilter } from '../pipeline/hook-parameters.ts';
import { cachePages, type Rendered } from '../pipeline/page-cache.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import type { Call } from '../pipeline/pipeline.ts';
import { type ByteString, envelope, joinRecords, toByteString } from '../pipeline/records.ts';

const windows = Object.keys(windowDays) as [TrendWindow, ...TrendWindow[]];

export const trendParameters = z.object({
  by: z
    .enum(trendLabels, { error: `by is one of ${trendLabels.join(', ')}.` })
    .optional()
    .meta({ description: 'The label whose values are told apart, `archetype` unless told' }),
  window: z
    .enum(windows, { error: `window is one of ${windows.join(', ')}.` })
    .optional()
    .meta({ description: 'How far it reaches back from the end of the data, `7d` unless told' }),
  ...filterShape,
});

export function createTrendsHandlers(deps: { catalog: () => Catalog; publicUrl: () => string }) {
  return { trends: cachePages(deps, renderTrends) };
}

function renderTrends({ query }: Call, { snapshot, cache }: Catalog): Rendered {
  const { by = 'archetype', window = '7d', ...given } = parseParameters(trendParameters, query);
  const { activity, views, columns } = snapshot;
  const ofAll = Object.values(given).every((value) => value === undefined);
  const known = ofAll ? snapshot.trends.get(trendKey(by, window)) : undefined;
  const compute = () => {
    const { rows } = resolve(snapshot, cache, toCheckedFilter(given, snapshot));
    const { values, codes } = columns[by];
    return computeTrends({ ...activity, views, values, codes, rows }, window);
  };
  const trends = known ?? compute();
  const span = spanOf(snapshot, window);
  const records = trends.values.map((trend) => toRecord(snapshot, trend, trends, span.days));
  const more = { by, window, from: span.from, until: span.until, catalog_version: snapshot.version };
  return { body: envelope(records.join(), records.length, records.length, null, more) };
}

/**
 * The window ends with the data, not with the clock: what has not been counted yet is not taken for a fall. `days` are the
 * ends of all days of the window and of the time before it, the oldest first.
 */
function spanOf({ dataThrough, updatedAt }: Snapshot, window: TrendWindow) {
  const end = Date.parse(dataThrough ?? updatedAt);
  const count = windowDays[window];
  const ago = (days: number) => new Date(end - days * dayMs).toISOString();
  return {
    from: ago(count),
    until: ago(0),
    days: Array.from({ length: 2 * count }, (_, at) => ago(2 * count - 1 - at)),
  };
}

function toRecord(
  snapshot: Snapshot,
  trend: Trend,
  { hooksAdded, hooksAddedBefore }: Trends,
  days: readonly string[],
): ByteString {
  const sightings = {
    now: trend.hooksAdded,
    before: trend.hooksAddedBefore,
    allNow: hooksAdded,
    allBefore: hooksAddedBefore,
  };
  const figures = {
    value: trend.value,
    hooks_added: trend.hooksAdded,
    hooks_added_before: trend.hooksAddedBefore,
    share: rounded(share(trend.hooksAdded, hooksAdded)),
    share_before: rounded(share(trend.hooksAddedBefore, hooksAddedBefore)),
    change: rounded(changeOf(sightings)),
    views_gained: trend.viewsGained,
    views_gained_before: trend.viewsGainedBefore,
    median_views: trend.medianViews,
    verdict: trend.verdict,
    n: trend.hooksAdded + trend.hooksAddedBefore,
    series: trend.daily.map(({ hooksAdded, viewsGained }, at) => ({
      until: days[at],
      hooks_added: hooksAdded,
      views_gained: viewsGained,
    })),
  };
  const top = joinRecords(snapshot, Uint32Array.from(trend.top), false);
  return `${toByteString(JSON.stringify(figures).slice(0, -1))},"top_hooks":[${top}]}`;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function rounded(ratio: number | null): number | null {
  return ratio === null ? null : Math.round(ratio * 10_000) / 10_000;
}
