// Monitors the database on a connection of its own: polls it every second for availability and changes, and LISTENs in between. A process
// that missed a notification catches up from the counters; a lost connection is reopened.

import { sql } from 'kysely';
import pg from 'pg';
import type { Observe } from '../telemetry/events.ts';
import { type Channel, channels, databaseOn } from './database.ts';

// Calls a handler once for each change, whether a notification or a counter reported it, and again if the handler failed.

/** Rejects to be called again later. `subject`: the id of what changed; empty if it is unknown or more may have changed. */
type Handler = (subject: string, count: number) => unknown;

export type NotificationHandlers = Readonly<Partial<Record<Channel, Handler>>>;

const retryAfterMs = 5000;

type Notifications = {
  received: (channel: Channel, payload: string) => void;
  /** A lower counter is a change too: a standby that took over may be behind. */
  counted: (channel: Channel, n: number) => void;
  /** Calls the handlers of channels without a counter: all if a notification may have been missed, otherwise the failed ones. */
  uncounted: (countedChannels: readonly Channel[], mayHaveMissed: boolean) => void;
};

/** `now` returns milliseconds of a monotonic clock. */
export function createNotifications(
  handlers: NotificationHandlers,
  now: () => number = () => performance.now(),
): Notifications {
  /** Counter of the change that was or is being handled. */
  const handled = new Map<Channel, number>();
  const retryAt = new Map<Channel, number>();
  /** Channels without a counter whose last change was not handled: nothing else would report it again. */
  const failed = new Set<Channel>();

  const mayRetry = (channel: Channel) => now() >= (retryAt.get(channel) ?? 0);

  async function handle(channel: Channel, subject: string, n?: number): Promise<void> {
    if (n !== undefined) handled.set(channel, n);
    failed.delete(channel);
    try {
      await handlers[channel]?.(subject, n ?? 0);
    } catch {
      retryAt.set(channel, now() + retryAfterMs);
      // The next poll finds the unhandled counter and reloads everything.
      if (n === undefined) failed.add(channel);
      else handled.delete(channel);
    }
  }

  return {
    received: (channel, payload) => {
      const [, count, subject = ''] = /^(\d+)(?: (.*))?$/.exec(payload) ?? [];
      if (count === undefined) return void handle(channel, payload);
      const n = Number(count);
      // A gap in the counter means that a notification with another subject was missed.
      const isNext = handled.get(channel) === n - 1;
      void handle(channel, isNext ? subject : '', n);
    },
    counted: (channel, n) => {
      if (handled.get(channel) === n || !mayRetry(channel)) return;
      void handle(channel, '', n);
    },
    uncounted: (countedChannels, mayHaveMissed) => {
      for (const channel of channels) {
        const isDue = mayHaveMissed || (failed.has(channel) && mayRetry(channel));
        if (isDue && handlers[channel] && !countedChannels.includes(channel)) void handle(channel, '');
      }
    },
  };
}

type WatchDeps = {
  url: string;
  handlers: NotificationHandlers;
  /** Without LISTEN, channels without a counter are handled at each poll. */
  canListen: boolean;
  observe: Observe;
  onChange?: (isUp: boolean) => void;
  /** Called when this connection is dead: others of the same age may be dead too. */
  onStale?: () => void;
  /** Starts the embedded server if it is not running. Called and awaited during an outage. */
  restart?: () => Promise<void>;
  timing?: WatchTiming;
};

type WatchTiming = {
  pollIntervalMs: number;
  /** Timeout to connect, and of a response. A second try on a fresh connection has the same timeout before the outage is declared. */
  timeoutMs: number;
};

export type DatabaseState = { isUp: boolean; since: Date };

export type DatabaseWatch = { state: () => DatabaseState; close: () => Promise<void> };

const defaultTiming: WatchTiming = { pollIntervalMs: 1000, timeoutMs: 2000 };

/** Resolves after the first poll, which calls every handler, since what was loaded before may be older. Rejects if that poll fails. */
export async function watchDatabase(deps: WatchDeps): Promise<DatabaseWatch> {
  const { handlers, canListen, observe, onChange, onStale, restart, timing = defaultTiming } = deps;
  const notifications = createNotifications(handlers);
  let state: DatabaseState = { isUp: true, since: new Date() };
  let client: pg.Client | undefined;
  let isClosed = false;
  const schedule = createSchedule(poll, timing.pollIntervalMs);

  const onLost = (lost: pg.Client) => {
    if (client !== lost || isClosed) return;
    client = undefined;
    schedule.runIn(0);
  };

  function dropClient(): void {
    const dropped = client;
    client = undefined;
    if (dropped) destroy(dropped);
  }

  /** Throws in an outage. An existing connection may have been lost alone, so there is a second try. */
  async function readCounters(): Promise<void> {
    const isNew = client === undefined;
    try {
      client ??= await connect(deps, notifications, onLost);
      const counters = await selectCounters(client);
      for (const { channel, n } of counters) notifications.counted(channel, n);
      const counted = counters.map(({ channel }) => channel);
      notifications.uncounted(counted, isNew || !canListen);
    } catch (error) {
      dropClient();
      if (isNew || isClosed) throw error;
      // Called before the handlers, which load over those connections.
      onStale?.();
      await readCounters();
    }
  }

  async function poll(): Promise<void> {
    try {
      await readCounters();
      if (!state.isUp) change(true);
    } catch (error) {
      if (isClosed) return;
      if (state.isUp) {
        change(false);
        observe({ kind: 'database_away', error });
      }
      await restart?.().catch((failure) => observe({ kind: 'database_error', error: failure }));
    }
  }

  function change(isUp: boolean): void {
    const since = new Date();
    if (isUp) observe({ kind: 'database_back', awayMs: since.getTime() - state.since.getTime() });
    state = { isUp, since };
    onChange?.(isUp);
  }

  try {
    await readCounters();
  } catch (error) {
    dropClient();
    throw error;
  }
  schedule.runIn(timing.pollIntervalMs);
  return {
    state: () => state,
    close: async () => {
      isClosed = true;
      const stopped = schedule.stop();
      if (!state.isUp) dropClient();
      await stopped;
      await client?.end();
    },
  };
}

/** Runs `work` after a delay and then at each interval, never twice at once. */
function createSchedule(work: () => Promise<void>, intervalMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  function runIn(delayMs: number): void {
    if (isStopped || running) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = work().finally(() => {
        running = undefined;
        runIn(intervalMs);
      });
    }, delayMs);
    timer.unref();
  }

  return {
    runIn,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function connect(
  { url, canListen, handlers, timing: { timeoutMs } = defaultTiming }: WatchDeps,
  notifications: Notifications,
  onLost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hookline watch',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  client.on('notification', ({ channel: name, payload = '' }) => {
    const channel = toChannel(name);
    if (channel !== undefined) notifications.received(channel, payload);
  });
  try {
    await client.connect();
    if (canListen) await listen(client, handlers);
  } catch (error) {
    destroy(client);
    throw error;
  }
  return client;
}

/** `client.end()` could hang on a dead peer, so the socket is destroyed. */
function destroy(client: pg.Client): void {
  client.connection.stream.destroy();
}

async function listen(client: pg.Client, handlers: NotificationHandlers): Promise<void> {
  const db = databaseOn(client);
  for (const channel of Object.keys(handlers)) await sql`listen ${sql.id(channel)}`.execute(db);
}

async function selectCounters(client: pg.Client): Promise<{ channel: Channel; n: number }[]> {
  const db = databaseOn(client);
  const rows = await db
    .selectFrom('catalog')
    .select([sql<string>`'hookline_catalog'`.as('channel'), 'version as n'])
    .unionAll(db.selectFrom('signals').select(['channel', 'n']))
    .execute();
  return rows.flatMap(({ channel: name, n }) => {
    const channel = toChannel(name);
    return channel === undefined ? [] : [{ channel, n }];
  });
}

function toChannel(name: string): Channel | undefined {
  return channels.find((channel) => channel === name);
}
