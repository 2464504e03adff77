// Request log: samples the calls of each account and writes them to the database every second. A killed process loses the calls of the last
// second, and no call is logged twice.
import type { KeyCaller } from '../accounts/caller.ts';
import { plans } from '../accounts/plan.ts';
import type { Database } from '../db/database.ts';
import { findDiskFault, type ReservedDisk } from '../db/disk-space.ts';
import { isConnectionError } from '../db/outage.ts';
import { type Flushed, flushEvery } from '../lib/async.ts';
import { dayMs } from '../lib/time.ts';
import type { Observe } from '../telemetry/events.ts';
import {
  fairShare,
  maxPerSecond,
  newTally,
  placeFor,
  redactProblem,
  redactUrl,
  type Sampled,
  sizeOf,
  type Tally,
  takeSample,
} from './request.ts';
import { createPartition, insertRequests, type RequestRow } from './store.ts';

type Call = { id: string; startedAt: number; target: { url: string; body?: unknown } };
type Response = { status: number; body: string };

/** Logs a call after its response. Runs on every request, so everything but the choice for the sample is done later. */
export type LogCall = (caller: KeyCaller, call: Call, response: Response) => void;

type LoggedEndpoint = {
  method: string;
  route: string;
  via?: 'mcp';
  /** Returns the URL of the endpoint for a call that was sent to another URL. */
  urlOf?: (body: unknown) => string;
};

export type RequestLog = Flushed & {
  loggerOf: (endpoint: LoggedEndpoint) => LogCall;
};

type RequestLogOptions = {
  db: Database;
  observe: Observe;
  /** Disk of the database, if it is on this machine. */
  disk?: ReservedDisk | undefined;
  now?: () => number;
  maxPerDay?: number;
  maxWaiting?: number;
};

type Entry = {
  id: string;
  url: string;
  /** Kept only if the URL is derived from it. */
  body: unknown;
  endpoint: LoggedEndpoint;
  caller: KeyCaller;
  startedAt: number;
  tookMs: number;
  status: number;
  bytes: number;
  problem: string | undefined;
};

/** `at` is in milliseconds since 1970. */
type Waiting = Sampled<Entry> & { at: number };

const everyMs = 1000;
/** Maximum per second for all accounts of a process: about 10 ms of work. */
const maxPerProcess = 2000;
/** Calls of an account after which only one per second is logged for the rest of the UTC day. */
const defaultPerDay = 200_000;
/** Rows kept during an outage, about 20 MB. */
const defaultWaiting = 20_000;
/** About 1 ms of work, so that requests are handled in between. */
const rowsPerStatement = 250;

export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { db, observe, disk, now = Date.now } = options;
  const { maxPerDay = defaultPerDay, maxWaiting = defaultWaiting } = options;
  let tallies = new Map<string, Tally<Entry>>();
  const today = createDayCount(now);
  const waiting: Waiting[] = [];
  const partitions = new Set<string>();

  function loggerOf(endpoint: LoggedEndpoint): LogCall {
    return (caller, { id, startedAt, target }, { status, body }) => {
      let tally = tallies.get(caller.accountId);
      if (tally === undefined) {
        tally = newTally();
        tallies.set(caller.accountId, tally);
      }
      const isRefused = status >= 400;
      const group = isRefused ? tally.refused : tally.served;
      const place = placeFor(group);
      if (place < 0) return;
      group.entries[place] = {
        id,
        url: target.url,
        body: endpoint.urlOf ? target.body : undefined,
        endpoint,
        caller,
        status,
        startedAt,
        tookMs: performance.now() - startedAt,
        bytes: body.length,
        problem: isRefused ? body : undefined,
      };
    };
  }

  /** Moves the sample of the second to the calls to be written. */
  function collect(): void {
    const ended = tallies;
    tallies = new Map();
    const share = fairShare(Array.from(ended.values(), sizeOf), maxPerProcess);
    // Computed here, not at each call, since the clock of `startedAt` does not follow the system clock.
    const clockOffset = now() - performance.now();
    let dropped = 0;
    for (const [accountId, tally] of ended) {
      const sample = takeSample(tally, Math.min(share, today.of(accountId) < maxPerDay ? maxPerSecond : 1));
      today.add(accountId, sample.length);
      for (const sampled of sample)
        if (waiting.length < maxWaiting)
          waiting.push({ ...sampled, at: Math.round(sampled.entry.startedAt + clockOffset) });
        else dropped += 1;
    }
    if (dropped > 0)
      fail(new Error(`${dropped} calls are missing from the request log: too many wait for the database.`));
  }

  async function write(): Promise<void> {
    collect();
    if (waiting.length === 0) return;
    const fault = disk && (await findDiskFault(disk));
    if (fault) {
      waiting.length = 0;
      return fail(fault);
    }
    while (waiting.length > 0) {
      const rows = waiting.slice(0, rowsPerStatement).map(toRow);
      try {
        for (const { expiresOn } of rows) await ensurePartition(expiresOn);
        await insertRequests(db, rows);
      } catch (error) {
        fail(error);
        if (isConnectionError(error)) throw error;
        // Rows that the database refuses are dropped, since they would block all others.
      }
      waiting.splice(0, rows.length);
    }
  }

  async function ensurePartition(day: string): Promise<void> {
    if (partitions.has(day)) return;
    await createPartition(db, day);
    partitions.add(day);
  }

  function fail(error: unknown): void {
    observe({ kind: 'request_log_failed', error });
  }

  return { loggerOf, ...flushEvery(everyMs, write) };
}

function toRow({ entry, rate, at }: Waiting): RequestRow {
  const { endpoint, caller, problem, id, tookMs, status, bytes } = entry;
  const { method, route, via = null } = endpoint;
  return {
    ...{ id, method, via, status, tookMs, bytes, at, sampleRate: rate },
    expiresOn: dayOf(at + (plans[caller.plan].requestLogDays + 1) * dayMs),
    accountId: caller.accountId,
    keyId: caller.keyId,
    endpoint: method === 'GET' ? route : `${method} ${route}`,
    path: redactUrl(urlOf(entry)),
    problem: problem === undefined ? null : (redactProblem(Buffer.from(problem, 'latin1').toString()) ?? null),
  };
}

function urlOf({ endpoint, url, body }: Entry): string {
  try {
    return endpoint.urlOf ? endpoint.urlOf(body) : url;
  } catch {
    // The arguments were rejected, so they have no URL.
    return endpoint.route;
  }
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Counts calls by account within the UTC day. */
function createDayCount(now: () => number) {
  const counts = new Map<string, number>();
  let day = dayOf(now());
  function current(): Map<string, number> {
    const today = dayOf(now());
    if (today !== day) counts.clear();
    day = today;
    return counts;
  }
  const of = (accountId: string) => current().get(accountId) ?? 0;
  return { of, add: (accountId: string, calls: number) => void current().set(accountId, of(accountId) + calls) };
}
