// What the catalog holds as a whole: the records of /archetypes and the figures of /meta. Computed once per version.
import { archetypes } from '../taxonomy/archetypes.ts';
import { taxonomyVersion } from '../taxonomy/taxonomy.ts';
import type { Hook } from './hook.ts';
import { countValues } from './search/facets.ts';
import { dimensions, type Snapshot } from './snapshot/snapshot.ts';

const examplesPerArchetype = 3;

/** Every archetype with its three most viewed hooks. */
export function summariseArchetypes(snapshot: Snapshot) {
  const { values, starts, rows } = snapshot.columns.archetype;
  return archetypes.map(({ id, name, family, description, template }) => {
    const code = values.indexOf(id);
    const own = code < 0 ? new Uint32Array(0) : rows.subarray(starts[code], starts[code + 1]);
    const examples = Array.from(own.subarray(0, examplesPerArchetype), (row) => briefRecord(snapshot, row));
    return {
      id,
      name,
      family,
      description,
      template,
      examples,
      hooks: own.length,
      median_views: medianViews(snapshot, own),
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
      min: size > 0 ? views[size - 1] : null,
      median: medianViews(snapshot, undefined),
      max: size > 0 ? views[0] : null,
    },
    values: Object.fromEntries(dimensions.map((dimension) => [dimension, countValues(snapshot, dimension)])),
    updated_at: snapshot.updatedAt,
    data_through: snapshot.dataThrough,
    sample_data: snapshot.hasSample,
  };
}

/** Rows stand in order of views, so the median is in the middle; of an even number, the mean of the two, rounded. */
function medianViews({ views, size }: Snapshot, rows: Uint32Array | undefined): number | null {
  const length = rows ? rows.length : size;
  if (length === 0) return null;
  const at = (index: number) => views[rows ? rows[index] : index];
  return Math.round((at((length - 1) >> 1) + at(length >> 1)) / 2);
}

function briefRecord({ records, offsets, briefLengths }: Snapshot, row: number): Hook {
  return JSON.parse(`${records.toString('utf8', offsets[row], offsets[row] + briefLengths[row])}}`);
}
