// Values of records outside of the taxonomy: lists them with the nearest known value, and maps each once for all records of a source.
import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { originOf } from '../../audit/audit.ts';
import type { Floors } from '../../config/label-floors.ts';
import type { Db, Trx } from '../../db/database.ts';
import { fail } from '../../lib/errors.ts';
import { nearestValue } from '../../taxonomy/nearest-value.ts';
import { findValue, foldLabel, type TaxonomySet, taxonomy } from '../../taxonomy/taxonomy.ts';
import type { EditDeps } from '../curation/actions.ts';
import type { Stamp } from '../source-records/store.ts';
import { lockCatalog, nextVersion } from '../store.ts';
import { givePlatform } from '../values/store.ts';
import { approvedPlatforms, requirePlatform } from '../values/values.ts';
import {
  giveLabel,
  selectMappings,
  selectSpellings,
  selectUnknownValues,
  showChanged,
  upsertMapping,
} from './store.ts';

const fields = Object.keys(taxonomy) as [TaxonomySet, ...TaxonomySet[]];
const value = z.string().trim().min(1).max(200);

export const givenValueSchema = z
  .object({
    source: z.string().meta({ description: 'Empty for all sources' }),
    field: z.enum(fields),
    value: z.string(),
    records: z.number().int(),
    nearest: z.string().nullable().meta({ description: 'Most likely value; null if no value is similar' }),
    becomes: z
      .string()
      .nullable()
      .meta({ description: 'Value that an operator chose; null if undecided, or for no value' }),
  })
  .meta({ id: 'GivenValue', description: 'A value outside the taxonomy, and the value it is mapped to' });
export type GivenValue = z.infer<typeof givenValueSchema>;

export const mapValueInput = z.strictObject({
  field: z.enum(fields),
  value: value.meta({ description: 'As in the records; case and hyphens do not matter', example: 'Fitnes' }),
  becomes: value
    .nullable()
    .meta({ description: 'A value of the field; null for no value, so that the label is guessed', example: 'fitness' }),
  source: z.string().min(1).max(300).optional().meta({ description: 'Default: all sources' }),
});

export const valueKey = (field: string, label: string) => `${field} ${foldLabel(label)}`;

/** Returns the mappings that an import of the source applies to values outside of the taxonomy, by valueKey(). */
export async function readKnownValues(db: Db, source: string): Promise<ReadonlyMap<string, string | null>> {
  const known = new Map<string, string | null>();
  for (const [platform, name] of await approvedPlatforms(db)) known.set(valueKey('platform', platform), name);
  for (const { field, value, becomes } of await selectMappings(db, source)) known.set(`${field} ${value}`, becomes);
  return known;
}

const maxShown = 200;

/** `unknown` lists values of records, the most frequent first; `mapped` lists the decisions on them. */
export async function listGivenValues(
  { db }: { db: Db },
  { state, source = '' }: { state: 'unknown' | 'mapped'; source?: string },
): Promise<GivenValue[]> {
  if (state === 'unknown') {
    const unknown = await selectUnknownValues(db, source, maxShown);
    return unknown.map((given) => ({
      ...given,
      nearest: nearestValue(given.field, given.value) ?? null,
      becomes: null,
    }));
  }
  const mappings = await selectMappings(db, source === '' ? undefined : source);
  return mappings.map((mapping) => ({ ...mapping, records: 0, nearest: null }));
}

export type MapContext = Context & Pick<EditDeps, 'announce'> & { labelFloors: Floors };

/** Makes imports of the source map the value from now on, and applies the mapping to existing records. */
export async function mapValue(
  ctx: MapContext,
  { field, value, source = '', becomes: wanted }: z.infer<typeof mapValueInput>,
): Promise<GivenValue> {
  if (findValue(field, value) !== undefined) fail('conflict', `${value} is already in the taxonomy.`);
  const map = async (trx: Trx, audit: Audit) => {
    const becomes = wanted === null ? null : await requireValue(trx, field, wanted);
    const key = { source, field, value: foldLabel(value) };
    const stamp = { now: new Date(), version: (await lockCatalog(trx)) + 1 };
    await upsertMapping(trx, { ...key, becomes });
    const ids = await giveValue(trx, ctx, { source, field, labels: [key.value], becomes }, stamp);
    if (ids.length > 0) await nextVersion(trx);
    const details = { field, becomes, records: ids.length, ...(source === '' ? {} : { source: originOf(source) }) };
    await audit({ action: 'value.mapped', subject: value, details });
    return { source, field, value, becomes, records: ids.length, nearest: null };
  };
  return commit(ctx, map, 'catalog');
}

type Given = { source: string; field: TaxonomySet; labels: readonly string[]; becomes: string | null };

/** Gives the value to records whose folded label is one of these. Returns the ids of their hooks. */
export async function giveValue(
  trx: Trx,
  { labelFloors: floors, announce }: Pick<MapContext, 'labelFloors' | 'announce'>,
  { source, field, labels, becomes }: Given,
  stamp: Stamp,
): Promise<number[]> {
  const spellings = (await selectSpellings(trx, { source, field })).filter((one) => labels.includes(foldLabel(one)));
  const ids =
    field === 'platform'
      ? await givePlatform(trx, spellings, { ...stamp, source, platform: becomes ?? 'Other' })
      : await giveLabel(trx, spellings, { source, field, becomes, floors });
  const added = await showChanged(trx, ids, stamp);
  if (added.length > 0) await announce(trx, added, stamp.now);
  return ids;
}

async function requireValue(trx: Trx, field: TaxonomySet, text: string): Promise<string> {
  if (field === 'platform') return requirePlatform(trx, text);
  const found = findValue(field, text);
  if (found !== undefined) return found;
  const nearest = nearestValue(field, text);
  const detail = `${text.slice(0, 40)} is not a ${field}.${nearest ? ` Did you mean ${nearest}?` : ' GET /taxonomy lists them.'}`;
  return fail('invalid_body', detail, { errors: [{ pointer: '#/becomes', detail }] });
}
