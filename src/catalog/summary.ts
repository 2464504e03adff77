// Summaries of the whole catalog, for /archetypes and /meta. Computed once per version.
import { archetypes } from '../taxonomy/archetypes.ts';
import { ownValues, taxonomyVersion } from '../taxonomy/taxonomy.ts';
import { type FullHook, type Hook, percentile } from './record.ts';
import { countValues } from './search/facets.ts';
import { timeAt } from './snapshot/filter-columns.ts';
import { recordBytes } from './snapshot/records/expand.ts';
import { dimensions, type Snapshot } from './snapshot/snapshot.ts';

const examplesPerArchetype = 3;

/** Returns every archetype with its three most viewed hooks. */
export function summariseArchetypes(snapshot: Snapshot) {
  const { values, starts, rows } = snapshot.columns.archetype;
  const own = ownValues('archetype').map((value) => ({ ...value, family: null, template: '' }));
  return [...archetypes, ...own].map(({ id, name, family, description, template }) => {
    const code = values.indexOf(id);
    const own = code < 0 ? rows.subarray(0, 0) : rows.subarray(starts[code], starts[code + 1]);
    const examples = Array.from(own.subarray(0, examplesPerArchetype), (row) => briefRecord(snapshot, row));
    return {
      id,
      name,
      family,
      description,
      template,
      examples,
      hooks: own.length,
      median_views: percentile(snapshot, own, 0.5),
    };
  });
}

export function summariseCatalog(snapshot: Snapshot) {
  const { size, views } = snapshot;
  return {
    catalog_version: snapshot.version,
    taxonomy_version: taxonomyVersion,
    hooks: size,
    views: {
      min: views.at(-1) ?? null,
      median: percentile(snapshot, undefined, 0.5),
      max: views.at(0) ?? null,
    },
    values: Object.fromEntries(dimensions.map((dimension) => [dimension, countValues(snapshot, dimension)])),
    updated_at: snapshot.updatedAt,
    data_through: snapshot.dataThrough,
    freshness: freshnessByPlatform(snapshot),
    sample_data: snapshot.hasSample,
  };
}

/**
 * Returns hooks and the time of the latest view count by platform, the largest platform first. The publication limits this time, in case of
 * a wrong clock.
 */
function freshnessByPlatform({ columns, countedAt, updatedAt }: Snapshot) {
  const { values, starts, rows } = columns.platform;
  const published = Date.parse(updatedAt);
  const platforms = values.map((platform, code) => {
    const own = rows.subarray(starts[code], starts[code + 1]);
    const latest = own.reduce((last, row) => Math.max(last, timeAt(countedAt, row)), 0);
    return { platform, hooks: own.length, data_through: new Date(Math.min(latest, published)).toISOString() };
  });
  platforms.sort((a, b) => b.hooks - a.hooks);
  return Object.fromEntries(platforms.map(({ platform, ...freshness }) => [platform, freshness]));
}

export function briefRecord(snapshot: Snapshot, row: number): Hook {
  const { records, offsets, briefLengths } = snapshot;
  const start = offsets[row] ?? 0;
  return JSON.parse(`${records.toString('utf8', start, start + (briefLengths[row] ?? 0))}}`);
}

export function fullRecord(snapshot: Snapshot, row: number): FullHook {
  return JSON.parse(recordBytes(snapshot, row).toString());
}
