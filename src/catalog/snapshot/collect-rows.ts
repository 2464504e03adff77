// Collects hooks from the database into columns: all of them, or those that changed. Runs in a worker thread (build-worker.ts).

import { narrow } from './columns/narrow.ts';
import { toTimes } from './columns/times.ts';
import { collectFilterColumns } from './filter-columns.ts';
import { findTemplateGroups } from './groups/template-groups.ts';
import { findTextGroups, hashTextGroup } from './groups/text-groups.ts';
import { collectLabels } from './label-columns.ts';
import { collectPairs } from './pairs.ts';
import { collectRecords } from './record-bytes.ts';
import { type Ints, sharedBytes, sharedDoubles, sharedInts } from './shared-arrays.ts';
import { type Rows, snapshotLayout } from './snapshot.ts';
import type { SnapshotRow } from './store.ts';
import { traitsOf } from './traits.ts';
import { collectWords } from './words/collect-words.ts';
import { createTokenizer } from './words/tokens.ts';

/** `readHooks` calls back with exactly `size` hooks, in order of views (descending), then id. */
export async function collectRows(
  size: number,
  readHooks: (take: (hook: SnapshotRow) => void) => Promise<void>,
): Promise<Rows> {
  const doubles = () => new Float64Array(size);
  const [ids, views, versions, addedVersions] = [doubles(), doubles(), doubles(), doubles()];
  const [addedAt, seenAt, countedAt] = [sharedDoubles(size), doubles(), doubles()];
  const [isSample, textHashes] = [sharedBytes(size), sharedInts(size)];
  const traits = sharedBytes(size);
  const [records, labels] = [collectRecords(size), collectLabels(size)];
  const [tokenize, words, pairs] = [createTokenizer(), collectWords(), collectPairs()];
  const filterColumns = collectFilterColumns(size);
  let row = 0;
  await readHooks((hook) => {
    ids[row] = hook.id;
    views[row] = hook.views;
    addedAt[row] = hook.added_at;
    seenAt[row] = hook.seen_at;
    countedAt[row] = hook.views_captured_at ?? hook.updated_at;
    versions[row] = hook.version;
    addedVersions[row] = hook.added_version;
    isSample[row] = hook.sample ? 1 : 0;
    textHashes[row] = hashTextGroup(hook.text_group);
    traits[row] = traitsOf(hook.text);
    records.add(row, hook);
    labels.add(row, hook);
    filterColumns.add(row, hook);
    const tokens = tokenize(hook.text);
    words.add(row, tokens);
    pairs.add(row++, tokens);
  });
  if (row !== size) throw new Error(`The database returned ${row} hooks instead of ${size}.`);
  const byId = rowsById(ids);
  const written = records.finish();
  const filters = filterColumns.finish();
  return {
    layout: snapshotLayout,
    size,
    ...written,
    ids: narrow(ids),
    views: narrow(views),
    addedAt,
    seenAt: toTimes(seenAt),
    countedAt: toTimes(countedAt),
    versions: narrow(versions),
    addedVersions: narrow(addedVersions),
    isSample,
    textHashes,
    traits,
    textGroups: findTextGroups({ ...written, textHashes }),
    templateGroups: findTemplateGroups({ ...written, ...filters }),
    byId,
    byAdded: sortByKey(byId, addedAt, (a, b) => b - a),
    byVersion: sortByKey(byId, versions, (a, b) => a - b),
    ...filters,
    columns: labels.finish(),
    words: words.finish(),
    pairs: pairs.finish(),
  };
}

/** If they fit, id and row are sorted as one number, without a compare function. */
export function rowsById(ids: Float64Array): Ints {
  const size = ids.length;
  const largest = ids.reduce((a, b) => Math.max(a, b), 0);
  const rows = sharedInts(size);
  if (Number.isSafeInteger((largest + 1) * size)) {
    const keys = new Float64Array(size);
    for (let row = 0; row < size; row++) keys[row] = ids[row] * size + row;
    keys.sort();
    for (let at = 0; at < size; at++) rows[at] = keys[at] % size;
  } else rows.set(Uint32Array.from(ids.keys()).sort((a, b) => ids[a] - ids[b]));
  return rows;
}

/** Rows by key, then id: a counting sort of `byId`. There are about as many keys as imports. */
function sortByKey(byId: Uint32Array, keys: Float64Array, order: (a: number, b: number) => number): Ints {
  const places = new Map<number, number>();
  for (const key of keys) places.set(key, (places.get(key) ?? 0) + 1);
  let start = 0;
  for (const key of [...places.keys()].sort(order)) {
    const count = places.get(key) ?? 0;
    places.set(key, start);
    start += count;
  }
  const rows = sharedInts(byId.length);
  for (const row of byId) {
    const at = places.get(keys[row]) ?? 0;
    rows[at] = row;
    places.set(keys[row], at + 1);
  }
  return rows;
}
