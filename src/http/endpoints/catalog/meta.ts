// /meta and /usage: the catalog in figures, the caller's plan, and how much of it is left.
import { z } from 'zod';
import { plans } from '../../../accounts/plan.ts';
import { windowUsageSchema } from '../../../accounts/queries.ts';
import type { Catalog } from '../../../catalog/snapshot/live-catalog.ts';
import { perSnapshot } from '../../../catalog/snapshot/per-snapshot.ts';
import { dimensions } from '../../../catalog/snapshot/snapshot.ts';
import { summariseCatalog } from '../../../catalog/summary.ts';
import type { Config } from '../../../config/config.ts';
import type { LiveFreshness } from '../../../ingest/sources/freshness.ts';
import type { Quota } from '../../../quota/quota.ts';
import { moment, single, toSingle } from '../../openapi/schemas.ts';
import { type CallerEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';

const usageSchema = z
  .object({ plan: z.string(), windows: z.array(windowUsageSchema) })
  .meta({ id: 'Usage', description: 'What this account has used' });

const metaSchema = z
  .object({
    version: z.string(),
    catalog_version: z.number().int(),
    taxonomy_version: z.number().int(),
    hooks: z.number().int(),
    views: z.object({ min: z.number().nullable(), median: z.number().nullable(), max: z.number().nullable() }),
    values: z.record(z.string(), z.record(z.string(), z.number().int())),
    updated_at: moment.meta({ description: 'When hooks last changed' }),
    data_through: moment.nullable().meta({ description: 'The latest count of views' }),
    freshness: z
      .record(
        z.string(),
        z.object({
          hooks: z.number().int(),
          data_through: moment.meta({ description: 'The latest count of views of this platform' }),
          checked_at: moment.nullable().meta({
            description: 'When view counts were last refreshed, also if none changed; null if they never are',
          }),
        }),
      )
      .meta({ description: 'By platform, the one with most hooks first' }),
    update_every: z.string(),
    next_update_at: moment.nullable().meta({ description: 'null where no source is scheduled' }),
    checked_at: moment.nullable().meta({ description: 'When a source was last read, also where it had nothing new' }),
    sample_data: z.boolean(),
    dimensions: z.array(z.string()).meta({ description: 'The labels that facets and `values` know' }),
    account: z
      .object({
        plan: z.string(),
        features: z.array(z.string()),
        limits: z.object({ per_day: z.number().int().nullable(), per_month: z.number().int().nullable() }),
        included_per_month: z.number().int().nullable(),
      })
      .meta({ description: 'Of this key' }),
  })
  .meta({ id: 'Meta', description: 'The catalog in figures, and the plan of this key' });

export type MetaDeps = {
  catalog: () => Catalog;
  usage: Quota;
  config: Config;
  version: string;
  freshness: LiveFreshness['current'];
};

export function metaEndpoints({ catalog, usage, config, version, freshness }: MetaDeps): CallerEndpoint[] {
  const summaryOf = perSnapshot(summariseCatalog);
  return [
    defineEndpoint({
      audience: 'key',
      path: '/meta',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'Get catalog figures',
      description: 'The catalog in figures, its freshness, and the plan of this key.',
      response: single(metaSchema),
      cacheControl: 'private, no-cache',
      handler: ({ caller }) => {
        const plan = plans[caller.plan];
        const { nextUpdateAt, checkedAt, viewsCheckedAt } = freshness();
        const summary = summaryOf(catalog().snapshot);
        const platforms = Object.entries(summary.freshness).map(([platform, figures]) => {
          const checked_at = viewsCheckedAt.get(platform.toLowerCase())?.toISOString() ?? null;
          return [platform, { ...figures, checked_at }] as const;
        });
        return toSingle({
          version,
          ...summary,
          freshness: Object.fromEntries(platforms),
          dimensions: [...dimensions],
          update_every: config.updateEvery,
          next_update_at: nextUpdateAt?.toISOString() ?? null,
          checked_at: checkedAt?.toISOString() ?? null,
          account: {
            plan: plan.name,
            features: [...plan.features],
            limits: { per_day: caller.limits.perDay, per_month: caller.limits.perMonth },
            included_per_month: plan.includedPerMonth,
          },
        });
      },
    }),
    defineEndpoint({
      audience: 'key',
      path: '/usage',
      scope: 'usage',
      isCounted: false,
      tag: 'Account',
      summary: 'Get usage',
      description: 'Calls used of each window. Not counted.',
      response: single(usageSchema),
      handler: async ({ caller }) => {
        const windows = await usage.usageOf(caller);
        const data = windows.map(({ name, limit, used, remaining, resetsAt }) => ({
          window: name,
          limit,
          used,
          remaining,
          resets_at: new Date(resetsAt).toISOString(),
        }));
        return toSingle({ plan: caller.plan, windows: data });
      },
    }),
  ];
}
