// GET /trends: growth and decline by label and window. Trends of the whole catalog are computed with the snapshot.
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { hookSchema } from '../../../catalog/record.ts';
import type { FilterLimits } from '../../../catalog/search/filter-input.ts';
import { matchesId, resolve } from '../../../catalog/search/resolve.ts';
import type { Matches } from '../../../catalog/search/text-search.ts';
import { type TrendLabel, trendKey, trendLabels, trendsOfRows } from '../../../catalog/snapshot/activity.ts';
import { perSnapshot, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { dayMs } from '../../../lib/time.ts';
import {
  createTrendAlert,
  getTrendAlert,
  listTrendAlerts,
  removeTrendAlert,
  updateTrendAlert,
} from '../../../trend-alerts/actions.ts';
import { createTrendAlertInput, trendAlertSchema, updateTrendAlertInput } from '../../../trend-alerts/trend-alert.ts';
import { roundShare, toFigures } from '../../../trends/figures.ts';
import { verdicts } from '../../../trends/growth.ts';
import { type Trend, type Trends, type TrendWindow, trendWindows, windowDays } from '../../../trends/trends.ts';
import { type CallerEndpoint, type CallerRequest, contextOf, idsOf, keyEndpoint } from '../../pipeline/endpoint.ts';
import { cachePages, type Rendered } from '../../pipeline/page-cache.ts';
import { filterShape, parseParameters, toCheckedFilter } from '../../pipeline/parameters.ts';
import { type ByteString, envelope, joinRecords, toByteString } from '../../pipeline/records.ts';
import { list, moment, toList } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const trendParameters = z.object({
  by: z
    .enum(trendLabels, { error: `by is one of ${trendLabels.join(', ')}.` })
    .optional()
    .meta({ description: 'The label to compare the values of. Default `archetype`' }),
  window: z
    .enum(trendWindows, { error: `window is one of ${trendWindows.join(', ')}.` })
    .optional()
    .meta({ description: 'Time back from the end of the data. Default `7d`' }),
  ...filterShape,
});

/** Limits a response to the values with the most hooks added. */
const maxValues = 200;

const ratio = z.number().nullable();
const trendSchema = z
  .object({
    value: z.string(),
    hooks_added: z.number().int(),
    hooks_added_before: z.number().int(),
    share: ratio.meta({ description: 'Share of all hooks added in the window, 0 to 1' }),
    share_before: ratio,
    change: ratio.meta({ description: '`share / share_before - 1`' }),
    views_gained: z.number().int(),
    views_gained_before: z.number().int(),
    refreshed_share: ratio.meta({
      description:
        'Share of `views_gained` measured by refreshes of view counts, not by imports, 0 to 1. null without gains',
    }),
    median_views: z.number().nullable().meta({ description: 'Median views of the hooks added in the window' }),
    verdict: z.enum(verdicts),
    n: z.number().int().meta({ description: 'Hooks that the verdict is based on' }),
    series: z.array(z.object({ until: moment, hooks_added: z.number().int(), views_gained: z.number().int() })),
    top_hooks: z.array(hookSchema),
  })
  .meta({ id: 'Trend', description: 'Growth of one value of a label, compared with the window before' });
const trendsSchema = list(trendSchema).extend({
  by: z.string(),
  window: z.string(),
  from: moment,
  until: moment,
  refreshed_share: ratio.meta({ description: 'Same share for all values in the window' }),
  catalog_version: z.number().int(),
});

export function trendEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      path: '/trends',
      isInMemory: true,
      feature: 'trends',
      tag: 'Catalog',
      summary: 'Get trends',
      description: 'Compares the growth of the values of a label.',
      query: trendParameters,
      response: trendsSchema,
      rawHandler: cachePages(services, (request, current) => renderTrends(request, current, services.limits)),
    }),
  ];
}

function renderTrends(
  { query, collections, nearest }: CallerRequest,
  { snapshot, cache }: Catalog,
  limits: FilterLimits,
): Rendered {
  const { by = 'archetype', window = '7d', ...given } = parseParameters(trendParameters, query);
  const isUnfiltered = Object.values(given).every((value) => value === undefined);
  const unfiltered = isUnfiltered ? snapshot.trends.get(trendKey(by, window)) : undefined;
  const { joined, count, total, refreshedShare } = unfiltered
    ? joinTrends(snapshot, unfiltered, window)
    : trendsOf(
        snapshot,
        resolve(snapshot, cache, toCheckedFilter(given, { snapshot, limits, collections, nearest })),
        by,
        window,
      );
  const { from, until } = spansOf(snapshot)[window];
  const more = { by, window, from, until, refreshed_share: refreshedShare, catalog_version: snapshot.version };
  return { body: envelope(joined, count, total, null, JSON.stringify(more)) };
}

type JoinedTrends = { joined: ByteString; count: number; total: number; refreshedShare: number | null };

const maxCachedBytes = 4 * 2 ** 20;

/**
 * Cached, since computing and rendering trends takes ten times as long as the rest of the request, and filters often select the same rows.
 */
const joinedOf = perSnapshot(
  () =>
    new LRUCache<string, JoinedTrends>({
      maxSize: maxCachedBytes,
      sizeCalculation: ({ joined }) => joined.length + 200,
    }),
);

function trendsOf(snapshot: Snapshot, matches: Matches, by: TrendLabel, window: TrendWindow): JoinedTrends {
  const key = `${trendKey(by, window)} ${matchesId(matches)}`;
  let trends = joinedOf(snapshot).get(key);
  if (!trends) {
    trends = joinTrends(snapshot, trendsOfRows(snapshot, matches.rows, by, window), window);
    joinedOf(snapshot).set(key, trends);
  }
  return trends;
}

function joinTrends(snapshot: Snapshot, trends: Trends, window: TrendWindow): JoinedTrends {
  const shown = trends.values.slice(0, maxValues);
  const { days } = spansOf(snapshot)[window];
  return {
    joined: shown.map((trend) => toRecord(snapshot, trend, trends, days)).join(),
    count: shown.length,
    total: trends.values.length,
    refreshedShare: roundShare(trends.refreshedShare),
  };
}

const spansOf = perSnapshot(
  (snapshot) =>
    Object.fromEntries(trendWindows.map((window) => [window, spanOf(snapshot, window)])) as Record<TrendWindow, Span>,
);

/** `days` are the ends of all days of the window and of the window before it, oldest first. */
type Span = { from: string; until: string; days: readonly string[] };

/** The window ends with the data, not with the clock, so that days not yet counted do not look like a decline. */
function spanOf({ dataThrough, updatedAt }: Snapshot, window: TrendWindow): Span {
  const end = Date.parse(dataThrough ?? updatedAt);
  const count = windowDays[window];
  const ago = (days: number) => new Date(end - days * dayMs).toISOString();
  return {
    from: ago(count),
    until: ago(0),
    days: Array.from({ length: 2 * count }, (_, at) => ago(2 * count - 1 - at)),
  };
}

function toRecord(snapshot: Snapshot, trend: Trend, trends: Trends, days: readonly string[]): ByteString {
  const { share, shareBefore, change, n } = toFigures(trend, trends);
  const figures = {
    value: trend.value,
    hooks_added: trend.hooksAdded,
    hooks_added_before: trend.hooksAddedBefore,
    share,
    share_before: shareBefore,
    change,
    views_gained: trend.viewsGained,
    views_gained_before: trend.viewsGainedBefore,
    refreshed_share: roundShare(trend.refreshedShare),
    median_views: trend.medianViews,
    verdict: trend.verdict,
    n,
  };
  // This is most of the response, and JSON.stringify would take three times as long.
  const series = trend.daily.map(
    ({ hooksAdded, viewsGained }, at) =>
      `{"until":"${days[at]}","hooks_added":${hooksAdded},"views_gained":${viewsGained}}`,
  );
  const top = joinRecords(snapshot, Uint32Array.from(trend.top), false);
  return `${toByteString(JSON.stringify(figures).slice(0, -1))},"series":[${series.join()}],"top_hooks":[${top}]}`;
}

// /trends/alerts: trend alerts of an account.

const common = { feature: 'trends', tag: 'Trend alerts', isCounted: false } as const;

export function trendAlertEndpoints(services: Services): CallerEndpoint[] {
  const { db, publicUrl } = services;
  return [
    keyEndpoint({
      ...common,
      path: '/trends/alerts',
      summary: 'List trend alerts',
      description: 'Your trend alerts, newest first. Not counted.',
      response: list(trendAlertSchema),
      handler: async ({ caller }) => toList(await listTrendAlerts(db, caller.accountId)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/trends/alerts',
      summary: 'Create trend alert',
      description:
        'Notifies you when the verdict of a value changes, by email or webhook. Values already heating do not trigger it. Not counted.',
      body: createTrendAlertInput.meta({
        example: {
          name: 'Finance archetypes',
          by: 'archetype',
          filters: { niche: ['finance'] },
          verdicts: ['heating'],
        },
      }),
      status: 201,
      response: trendAlertSchema,
      handler: async (request, reply) => {
        const created = await createTrendAlert(contextOf(services, request), {
          ...request.body,
          caller: request.caller,
        });
        reply.header('location', `${publicUrl()}/trends/alerts/${created.alert_id}`);
        return created;
      },
    }),
    keyEndpoint({
      ...common,
      path: '/trends/alerts/:id',
      summary: 'Get trend alert',
      description: 'Not counted.',
      response: trendAlertSchema,
      handler: (request) => getTrendAlert(db, idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'PATCH',
      path: '/trends/alerts/:id',
      summary: 'Update trend alert',
      description:
        'Changes, pauses or resumes a trend alert. After a change of `by`, `filters` or `window`, values already heating do not trigger it. Not counted.',
      body: updateTrendAlertInput,
      response: trendAlertSchema,
      handler: (request) =>
        updateTrendAlert(contextOf(services, request), { ...request.body, ...request.params, caller: request.caller }),
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/trends/alerts/:id',
      summary: 'Delete trend alert',
      description: 'Not counted.',
      response: trendAlertSchema,
      handler: (request) => removeTrendAlert(contextOf(services, request), idsOf(request)),
    }),
  ];
}
