// Renders one page of a list of hooks, for GET and POST alike.

import type { Catalog } from '../../catalog/live-catalog.ts';
import { fullHookFields, hookFields } from '../../catalog/record.ts';
import { encodeCursor } from '../../catalog/search/cursor.ts';
import { facetsJson, summariseGroups } from '../../catalog/search/facets.ts';
import { createHighlighter, type Highlight } from '../../catalog/search/highlights.ts';
import { resolve } from '../../catalog/search/resolve.ts';
import { resolveDistinct, search } from '../../catalog/search/search.ts';
import { unknownGain, viewsGained } from '../../catalog/snapshot/activity.ts';
import { unknownNumber } from '../../catalog/snapshot/filter-columns.ts';
import { readText } from '../../catalog/snapshot/record-text.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { toCsv } from '../../exports/formats/csv.ts';
import { columnsOf } from '../../exports/formats/format.ts';
import type { Rendered } from '../pipeline/page-cache.ts';
import { type ByteString, envelope, joinRecords, pickFields, toByteString } from '../pipeline/records.ts';
import type { ListQuery } from './list-query.ts';
import { contentTypes, type Output } from './output.ts';

/** Numbers that brief hooks have only if they are sorted by them. */
const shownNumbers = ['views_per_day', 'views_vs_creator'] as const;

type RenderedList = Rendered & { total: number; cursor: string | null };

/** The `cursor` of the result points to the next page. */
export function renderList(query: ListQuery, catalog: Catalog, isFull: boolean): RenderedList {
  const { snapshot, cache } = catalog;
  const { filter, fields, facets, isDistinct, output } = query;
  const { rows, total, next } = search(snapshot, cache, query);
  const cursor = next && encodeCursor(next, query.fingerprint);
  const gained = query.sort.endsWith('views_gained_7d') ? viewsGained(snapshot) : undefined;
  const sortedBy = isFull ? undefined : shownNumbers.find((name) => query.sort.endsWith(name));
  const numberOf = (name: (typeof shownNumbers)[number], row: number) => {
    const number = snapshot.numbers[name][row];
    return number === unknownNumber(name) ? null : number;
  };
  const added = {
    ...(sortedBy ? { [sortedBy]: Array.from(rows, (row) => numberOf(sortedBy, row)) } : {}),
    ...(query.isHighlighted ? { highlights: findHighlights(query, snapshot, rows) } : {}),
    ...(gained ? { views_gained_7d: Array.from(rows, (row) => toGain(gained[row])) } : {}),
  };
  const hooks = encodeHooks(output, snapshot, rows, { isFull, fields, added });
  if (output !== 'json') return { body: hooks, total, cursor, ...textForm(output, total, cursor) };
  const members: string[] = [];
  if (gained) members.push(`"views_gained_unknown":${countUnknown(query, catalog, gained)}`);
  if (facets.length > 0) members.push(`"facets":${facetsJson(snapshot, cache, filter, facets, isDistinct)}`);
  if (query.groupBy.length > 0) members.push(JSON.stringify(findGroups(query, catalog)).slice(1, -1));
  return { body: envelope(hooks, rows.length, total, cursor, `{${members.join()}}`), total, cursor };
}

/** Returns the members of the JSON envelope as headers. */
export function textForm(
  output: 'csv' | 'jsonl',
  total: number,
  cursor: string | null,
): Pick<Rendered, 'contentType' | 'headers'> {
  const headers = ['x-total-count', String(total)];
  if (cursor !== null) headers.push('x-next-cursor', cursor);
  return { contentType: contentTypes[output], headers };
}

export function findHighlights(
  { filter }: Pick<ListQuery, 'filter'>,
  snapshot: Snapshot,
  rows: Uint32Array,
): Highlight[][] {
  const highlight = createHighlighter(snapshot.words, filter);
  return Array.from(rows, (row) => highlight(readText(snapshot, row, 'text')));
}

const toGain = (gained = unknownGain) => (gained === unknownGain ? null : gained);

function countUnknown(query: ListQuery, catalog: Catalog, gained: Float64Array): number {
  let count = 0;
  for (const row of rowsOf(query, catalog)) if (gained[row] === unknownGain) count++;
  return count;
}

/** Groups the hooks of all pages, so that their counts add up to `total`. */
function findGroups(query: ListQuery, catalog: Catalog) {
  const { groups, total } = summariseGroups(catalog.snapshot, rowsOf(query, catalog), query.groupBy);
  return { groups, groups_total: total };
}

function rowsOf({ filter, sort, isDistinct }: ListQuery, { snapshot, cache }: Catalog): Uint32Array {
  return (isDistinct ? resolveDistinct(snapshot, cache, filter, sort) : resolve(snapshot, cache, filter)).rows;
}

// Hooks of a list in each format: joined JSON, CSV as in exports, or JSON Lines.

type Shown = {
  isFull: boolean;
  /** null for all fields. */
  fields: readonly string[] | null;
  /** Members added to each hook in JSON: one value for each row, in the same order. */
  added?: Readonly<Record<string, readonly unknown[]>>;
};

/** In JSON, returns the content of `data` without its brackets. */
export function encodeHooks(output: Output, snapshot: Snapshot, rows: Uint32Array, shown: Shown): ByteString {
  const { isFull, fields, added = {} } = shown;
  if (output === 'csv')
    return toByteString(toCsv(snapshot, rows, columnsOf(fields ?? (isFull ? fullHookFields : hookFields))));
  const separator = output === 'jsonl' ? '\n' : ',';
  const names = Object.keys(added);
  const memberOf = (name: string, at: number) => `"${name}":${JSON.stringify(added[name]?.[at])}`;
  const members =
    names.length > 0 ? Array.from(rows, (_, at) => names.map((name) => memberOf(name, at)).join()) : undefined;
  const hooks = fields
    ? pickFields(joinRecords(snapshot, rows, isFull, { members }), [...fields, ...names], separator)
    : joinRecords(snapshot, rows, isFull, { separator, members });
  return output === 'jsonl' && rows.length > 0 ? `${hooks}\n` : hooks;
}
