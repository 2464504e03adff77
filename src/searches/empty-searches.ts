// Searches that found few hooks: words, filters, counts and accounts. Counted in memory and written every minute; a killed process loses
// unwritten counts.
import { z } from 'zod';
import { type FilterInput, filterNames } from '../catalog/search/filter-fields.ts';
import type { Database } from '../db/database.ts';
import { type Flushed, flushEvery } from '../lib/async.ts';
import { storableText } from '../lib/text.ts';
import type { Observe } from '../telemetry/events.ts';
import { addEmptySearches, type EmptySearchRow, type Sought } from './store.ts';

export const fewHooks = 3;
export const emptySearchDays = 8 * 7;

export const emptySearchSchema = z
  .object({
    q: z.string().nullable().meta({ description: 'Words in lower case; null if only filters were sent' }),
    filters: z.record(z.string(), z.unknown()),
    count: z.int(),
    accounts: z.int().meta({ description: 'Number of accounts that searched for it' }),
    last_at: z.iso.datetime(),
  })
  .meta({ id: 'EmptySearch', description: 'A search that found fewer than three hooks, in a week' });

export type EmptySearches = Flushed & { record: (accountId: string, sought: Sought) => void };

const everyMs = 60_000;
/** Maximum of different searches that a process keeps between two writes. */
const maxDistinct = 1000;
const maxWords = 200;
/** Maximum bytes of filters, since an index entry has at most 2,700. */
const maxFilters = 1000;

export function createEmptySearches({ db, observe }: { db: Database; observe: Observe }): EmptySearches {
  const counts = new Map<string, EmptySearchRow>();

  function add(row: EmptySearchRow): void {
    const key = `${row.accountId} ${row.filters} ${row.q}`;
    const { count = 0, at = 0 } = counts.get(key) ?? {};
    if (count === 0 && counts.size >= maxDistinct) return;
    counts.set(key, { ...row, count: count + row.count, at: Math.max(at, row.at) });
  }

  async function write(): Promise<void> {
    if (counts.size === 0) return;
    const written = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    counts.clear();
    // A search field sends the text typed so far: of `ind`, `inde` and `index`, only the last was meant.
    const isMeant = (key: string, at: number) => !written[at + 1]?.[0].startsWith(key);
    const meant = written.flatMap(([key, row], at) => (row.q === '' || isMeant(key, at) ? [row] : []));
    try {
      await addEmptySearches(db, meant);
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
      for (const [, row] of written) add(row);
      throw error;
    }
  }

  return {
    record: (accountId, sought) => add({ accountId, ...sought, count: 1, at: Date.now() }),
    ...flushEvery(everyMs, write),
  };
}

/** Reads checked filters. Returns undefined for searches that are not counted: with ids or collections, or without any condition. */
export function toSought(given: FilterInput): Sought | undefined {
  const { q = '', ids, collection } = given;
  const entries = filterNames.flatMap((name) => {
    const value = given[name];
    if (value === undefined || name === 'q' || name === 'match') return [];
    return [[name, Array.isArray(value) ? [...new Set(value)].sort() : value] as const];
  });
  const filters = JSON.stringify(Object.fromEntries(entries));
  const words = storableText(q.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim().slice(0, maxWords);
  const isNothing = words === '' && entries.length === 0;
  if (ids || collection || isNothing || Buffer.byteLength(filters) > maxFilters) return undefined;
  return { q: words.toWellFormed(), filters };
}
