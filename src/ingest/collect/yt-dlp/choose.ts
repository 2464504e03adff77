// Which of the listed videos are asked about, and which the listing tells enough of.
import { targetUrlError } from '../../../net/address.ts';
import type { CollectContext, CollectedRecord } from '../collector.ts';
import type { Entry, ListedEntry } from './listing.ts';
import { stateOf } from './record.ts';

/** Views that a listing does not show are asked for as often. */
const askEveryMs = 86_400_000;
const watchMs = 30 * 86_400_000;
/** Ids of a query. */
const idsAtOnce = 5000;
const maxWatched = 100_000;

export type Choice = { records: CollectedRecord[]; pending: Entry[] };

export async function chooseEntries(entries: readonly ListedEntry[], context: CollectContext): Promise<Choice> {
  const { archive, allowPrivate, minViews } = context;
  const now = Date.now();
  const known = new Set<string>();
  for (let at = 0; at < entries.length; at += idsAtOnce)
    for (const id of await archive.known(entries.slice(at, at + idsAtOnce).map((entry) => entry.id))) known.add(id);
  const watchedSince = async (askedBefore: number) => {
    const query = { askedBefore: new Date(askedBefore), publishedAfter: new Date(now - watchMs), limit: maxWatched };
    return new Set(known.size === 0 ? [] : await archive.watched(query));
  };
  const [watched, overdue] = [await watchedSince(now), await watchedSince(now - askEveryMs)];
  const choice: Choice = { records: [], pending: [] };
  for (const { id, url, views, seconds, publishedAt } of entries) {
    // The site chose these URLs.
    if (targetUrlError(url.replace(/#.*/s, ''), { field: 'url', allowPrivate }) !== undefined) continue;
    if (known.has(id)) {
      if (views === null ? overdue.has(id) : watched.has(id) && views >= minViews) choice.pending.push({ id, url });
      continue;
    }
    const state = stateOf({ view_count: views, duration: seconds }, context);
    if (state === 'waiting') choice.pending.push({ id, url });
    // Listings of YouTube have no dates; then it is watched from now on.
    else
      choice.records.push({ id, state, record: null, views, publishedAt: publishedAt ?? new Date(now).toISOString() });
  }
  return choice;
}
