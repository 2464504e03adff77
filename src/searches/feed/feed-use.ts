// Use of feeds: last read, its user agent, and distinct readers. Counted in memory and written every five seconds; a killed process loses
// unwritten counts.
import { createHmac } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { type Flushed, flushEvery } from '../../lib/async.ts';
import { storableText } from '../../lib/text.ts';
import type { Observe } from '../../telemetry/events.ts';
import { type FeedUse, writeFeedUses } from '../store.ts';

type Read = { searchId: string; userAgent: string | undefined; address: string };

/** Uses that could not be written are kept for the next write. */
export type FeedUses = Flushed & {
  /** Runs on every read, so it hashes nothing. */
  record: (read: Read) => void;
};

const everyMs = 5000;
const maxUserAgentLength = 200;
/** Maximum readers of a search between two writes. */
const maxReaders = 1000;

/** Kept in memory, with the IP address, until the next write. */
type Reader = { userAgent: string; address: string };
type Uses = Map<string, { time: number; userAgent: string; readers: Map<string, Reader> }>;

export function createFeedUses({
  db,
  observe,
  secret,
}: {
  db: Database;
  observe: Observe;
  /** Key of the readers' HMAC. */
  secret: string;
}): FeedUses {
  let uses: Uses = new Map();

  function record({ searchId, userAgent: sent = '', address }: Read): void {
    const userAgent = sent.slice(0, maxUserAgentLength);
    const reader = `${address} ${userAgent}`;
    const use = uses.get(searchId);
    if (!use) {
      uses.set(searchId, { time: Date.now(), userAgent, readers: new Map([[reader, { userAgent, address }]]) });
      return;
    }
    use.time = Date.now();
    use.userAgent = userAgent;
    if (!use.readers.has(reader) && use.readers.size < maxReaders) use.readers.set(reader, { userAgent, address });
  }

  async function write(): Promise<void> {
    if (uses.size === 0) return;
    const written = uses;
    uses = new Map();
    try {
      await writeFeedUses(db, toStored(written, secret));
    } catch (error) {
      observe({ kind: 'usage_flush_failed', error });
      uses = merge(written, uses);
      throw error;
    }
  }

  return { record, ...flushEvery(everyMs, write) };
}

/** `later` takes precedence. */
function merge(earlier: Uses, later: Uses): Uses {
  const merged: Uses = new Map(earlier);
  for (const [id, use] of later) {
    const readers = [...(earlier.get(id)?.readers ?? []), ...use.readers].slice(0, maxReaders);
    merged.set(id, { ...use, readers: new Map(readers) });
  }
  return merged;
}

function toStored(uses: Uses, secret: string): Map<string, FeedUse> {
  return new Map(
    Array.from(uses, ([id, { time, userAgent, readers }]) => [
      id,
      {
        time,
        userAgent: storableText(userAgent),
        readers: new Map(Array.from(readers.values(), (reader) => toReader(id, reader, secret))),
      },
    ]),
  );
}

/** Aggregators such as Feedly fetch a feed once for all its subscribers, from several addresses, and send their number. */
const subscribersIn = /\b(\d{1,7}) (?:subscriber|reader)s?\b/i;

function toReader(searchId: string, { userAgent, address }: Reader, secret: string): [hmac: string, readers: number] {
  const count = subscribersIn.exec(userAgent)?.[1];
  const who = count === undefined ? `${address} ${userAgent}` : userAgent.replace(subscribersIn, '');
  // The HMAC includes the search, so readers of different feeds cannot be recognized as the same.
  const hmac = createHmac('sha256', secret).update(`feed reader ${searchId} ${who}`).digest('base64url');
  return [hmac, count === undefined ? 1 : Number(count)];
}
