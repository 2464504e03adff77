// /meta and /usage: figures of the catalog, and the caller's plan and remaining quota.
import { z } from 'zod';
import { plans } from '../../../accounts/plan.ts';
import { showWindow, windowUsageSchema } from '../../../accounts/queries.ts';
import type { Catalog } from '../../../catalog/live-catalog.ts';
import { fullHookSchema, hookSchema } from '../../../catalog/record.ts';
import { type Change, listChanges } from '../../../catalog/search/changes.ts';
import { decodeCursor, encodeCursor, queryFingerprint } from '../../../catalog/search/cursor.ts';
import { recordBytes } from '../../../catalog/snapshot/records/expand.ts';
import { dimensions, perSnapshot, type Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { summariseArchetypes, summariseCatalog } from '../../../catalog/summary.ts';
import { perTaxonomy, taxonomy } from '../../../taxonomy/taxonomy.ts';
import type { Term } from '../../../taxonomy/term.ts';
import { type CallerEndpoint, type CallerRequest, keyEndpoint, noParameters } from '../../pipeline/endpoint.ts';
import { cachePages, etagOf, matchesEtag, type Rendered, withCursor } from '../../pipeline/page-cache.ts';
import { cursorParameter, parseParameters, wholeNumber } from '../../pipeline/parameters.ts';
import { type ByteString, envelope } from '../../pipeline/records.ts';
import { jsonResponse, notModified } from '../../pipeline/response.ts';
import { list, moment, single, toList, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

const usageSchema = z
  .object({
    plan: z.string(),
    windows: z.array(windowUsageSchema),
    key_windows: z
      .array(windowUsageSchema)
      .meta({ description: 'Windows of this key; empty unless it has separate limits' }),
  })
  .meta({ id: 'Usage', description: 'Calls that this account has used' });

const metaSchema = z
  .object({
    version: z.string(),
    catalog_version: z.number().int(),
    taxonomy_version: z.number().int(),
    hooks: z.number().int(),
    views: z.object({ min: z.number().nullable(), median: z.number().nullable(), max: z.number().nullable() }),
    values: z.record(z.string(), z.record(z.string(), z.number().int())),
    updated_at: moment.meta({ description: 'When hooks last changed' }),
    data_through: moment.nullable().meta({ description: 'Time of the latest view count' }),
    freshness: z
      .record(
        z.string(),
        z.object({
          hooks: z.number().int(),
          data_through: moment.meta({ description: 'Time of the latest view count of this platform' }),
          checked_at: moment.nullable().meta({
            description: 'When view counts were last refreshed, even if none changed; null if they never are',
          }),
        }),
      )
      .meta({ description: 'Figures of each platform, sorted by hooks' }),
    update_every: z.string(),
    next_update_at: moment.nullable().meta({ description: 'null if no source is scheduled' }),
    checked_at: moment.nullable().meta({ description: 'When a source was last read, even if it had nothing new' }),
    sample_data: z.boolean(),
    dimensions: z.array(z.string()).meta({ description: 'Labels available in facets and `values`' }),
    account: z
      .object({
        plan: z.string(),
        features: z.array(z.string()),
        limits: z.object({ per_day: z.number().int().nullable(), per_month: z.number().int().nullable() }),
        included_per_month: z.number().int().nullable(),
      })
      .meta({ description: 'Account of this key' }),
  })
  .meta({ id: 'Meta', description: 'The catalog in figures, and the plan of this key' });

export function metaEndpoints({ catalog, usage, config, version, freshness }: Services): CallerEndpoint[] {
  const summaryOf = perSnapshot(summariseCatalog);
  return [
    keyEndpoint({
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
    keyEndpoint({
      path: '/usage',
      scope: 'usage',
      isCounted: false,
      tag: 'Account',
      summary: 'Get usage',
      description: 'Calls used of each window. Not counted.',
      response: single(usageSchema),
      handler: async ({ caller }) => {
        const all = await usage.usageOf(caller);
        const show = (isOfKey: boolean) => all.filter((window) => window.isOfKey === isOfKey).map(showWindow);
        return toSingle({ plan: caller.plan, windows: show(false), key_windows: show(true) });
      },
    }),
  ];
}

// /taxonomy and /archetypes: the values that hooks are labelled with.

const termSchema = z
  .object({
    id: z.string().meta({ description: 'The value in records and filters', example: 'how_to' }),
    name: z.string().meta({ description: 'Display name', example: 'How to' }),
    description: z.string(),
    aliases: z.array(z.string()).meta({ description: 'Other spellings that filters accept' }),
  })
  .meta({ id: 'Term', description: 'One value of a label' });
const terms = z.array(termSchema);
const taxonomySchema = z
  .object({ niche: terms, archetype: terms, emotional_trigger: terms, platform: terms, format: terms })
  .meta({
    id: 'Taxonomy',
    description: 'Every value of every label. Imports may add platforms, operators niches and archetypes',
  });

const archetypeSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    family: z.string().nullable(),
    description: z.string(),
    template: z.string(),
    examples: z.array(hookSchema),
    hooks: z.number().int(),
    median_views: z.number().int().nullable(),
  })
  .meta({ id: 'Archetype', description: 'A way to open a video, with its three most viewed hooks' });

const showTerms = (set: readonly Term[]) =>
  set.map(({ id, name, description, aliases }) => ({ id, name, description, aliases: [...aliases] }));
const shownTaxonomy = perTaxonomy(() => {
  const record: z.infer<typeof taxonomySchema> = {
    niche: showTerms(taxonomy.niche),
    archetype: showTerms(taxonomy.archetype),
    emotional_trigger: showTerms(taxonomy.emotional_trigger),
    platform: showTerms(taxonomy.platform),
    format: showTerms(taxonomy.format),
  };
  return { record, fingerprint: queryFingerprint(JSON.stringify(record)) };
});

export function taxonomyEndpoints({ catalog, linkSecret }: Services): CallerEndpoint[] {
  const archetypesOf = perSnapshot(summariseArchetypes);
  return [
    keyEndpoint({
      path: '/taxonomy',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'Get taxonomy',
      description: 'The values of every label, with names and aliases.',
      response: single(taxonomySchema),
      rawHandler: ({ query, headers }) => {
        parseParameters(noParameters, query);
        const { record, fingerprint } = shownTaxonomy();
        const etag = etagOf(linkSecret, fingerprint, '/taxonomy');
        if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag);
        return jsonResponse(toSingle(record), { etag });
      },
    }),
    keyEndpoint({
      path: '/archetypes',
      isInMemory: true,
      tag: 'Catalog',
      summary: 'List archetypes',
      description: 'Every archetype, each with its three most viewed hooks.',
      response: list(archetypeSchema),
      rawHandler: ({ query, headers }) => {
        parseParameters(noParameters, query);
        const { snapshot } = catalog();
        const etag = etagOf(linkSecret, snapshot.version, '/archetypes');
        if (matchesEtag(headers['if-none-match'], etag)) return notModified(etag);
        return jsonResponse(toList(archetypesOf(snapshot)), { etag });
      },
    }),
  ];
}

// GET /changes: what a client that mirrors the catalog must add, replace and delete since its version.

const changeParameters = z.object({
  since: wholeNumber('since', {
    description: 'The `catalog_version` of your copy. Default 0, which lists all hooks',
  }).optional(),
  limit: wholeNumber('limit', { min: 1, max: 1000, description: 'Changes per page. Default 100' }).optional(),
  cursor: cursorParameter,
});

const changeSchema = z
  .object({
    id: z.string(),
    change: z.enum(['added', 'updated', 'retired']),
    catalog_version: z.number().int(),
    hook: fullHookSchema.nullable(),
    merged_into: z.string().nullable().meta({ description: 'If retired: the hook of the same video that replaced it' }),
  })
  .meta({ id: 'Change', description: 'Store `hook` under its id in your copy; delete it if it is retired' });
const changesSchema = list(changeSchema).extend({
  since: z.number().int(),
  catalog_version: z.number().int().meta({ description: 'After the last page: the `since` of your next sync' }),
});

export function changeEndpoints(services: Services): CallerEndpoint[] {
  return [
    keyEndpoint({
      path: '/changes',
      isInMemory: true,
      feature: 'full',
      tag: 'Catalog',
      summary: 'List changes',
      description: 'Hooks added, updated and retired since a catalog version, to keep a copy in sync.',
      query: changeParameters,
      response: changesSchema,
      rawHandler: cachePages(services, renderChanges),
    }),
  ];
}

function renderChanges({ query: text }: CallerRequest, { snapshot }: Catalog): Rendered {
  const { since = 0, limit = 100, cursor } = parseParameters(changeParameters, text);
  const fingerprint = queryFingerprint(`changes ${since}`);
  const place = cursor === undefined ? null : decodeCursor(cursor, fingerprint);
  const after = place && { version: place.key, id: place.id };
  const { changes, total, next } = listChanges(snapshot, { since, after, limit });
  const nextCursor = next && encodeCursor({ tier: 0, key: next.version, id: next.id }, fingerprint);
  const joined = joinChanges(snapshot, changes);
  const more = JSON.stringify({ since, catalog_version: snapshot.version });
  const body = envelope(joined, changes.length, total, nextCursor, more);
  return { body, nextQuery: withCursor(text, nextCursor) };
}

function joinChanges(snapshot: Snapshot, changes: readonly Change[]): ByteString {
  const pieces = changes.map(({ id, version, kind, row, mergedInto }) => {
    const hook = row === undefined ? 'null' : recordBytes(snapshot, row).toString('latin1');
    const replacement = mergedInto === undefined ? 'null' : `"hook_${mergedInto}"`;
    return `{"id":"hook_${id}","change":"${kind}","catalog_version":${version},"hook":${hook},"merged_into":${replacement}}`;
  });
  return pieces.join();
}
