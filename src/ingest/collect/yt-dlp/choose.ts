// Chooses which of the listed videos need their details, and which the listing itself tells enough of.
import { dayMs } from '../../../lib/time.ts';
import { targetUrlError } from '../../../net/address.ts';
import { type CollectContext, type CollectedRecord, watchMs } from '../collector.ts';
import type { Entry, ListedEntry } from './listing.ts';
import { stateOf } from './record.ts';

/** Of watched videos whose views the listing does not show. */
const recheckEveryMs = dayMs;
/** Ids of a query. */
const idsAtOnce = 5000;
const maxWatched = 100_000;

export type Choice = { records: CollectedRecord[]; pending: Entry[] };

export async function chooseEntries(entries: readonly ListedEntry[], context: CollectContext): Promise<Choice> {
  const { archive, allowPrivate, minViews, notify } = context;
  const now = Date.now();
  const known = new Set<string>();
  for (let at = 0; at < entries.length; at += idsAtOnce)
    for (const id of await archive.known(entries.slice(at, at + idsAtOnce).map((entry) => entry.id))) known.add(id);
  const watchedSince = async (checkedBefore: number) => {
    const query = {
      checkedBefore: new Date(checkedBefore),
      publishedAfter: new Date(now - watchMs),
      limit: maxWatched,
    };
    return new Set(known.size === 0 ? [] : await archive.watched(query));
  };
  const [watched, overdue] = [await watchedSince(now), await watchedSince(now - recheckEveryMs)];
  const choice: Choice = { records: [], pending: [] };
  for (const { id, url, views, seconds, publishedAt } of entries) {
    // The site chose these URLs.
    if (targetUrlError(url.replace(/#.*/s, ''), { field: 'url', allowPrivate }) !== undefined) {
      notify('Listed videos whose URLs do not begin with https:// or are not public are left out.', null);
      continue;
    }
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
