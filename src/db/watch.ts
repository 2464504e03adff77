// One connection that is shared with no work: every second it asks whether the database is there and what has changed, and it
// LISTENs between. Who was cut off, or hears nothing, catches up by the counts; a lost connection is rebuilt.
import pg from 'pg';
import type { Observe } from '../telemetry/events.ts';
import type { Channel } from './database.ts';

/** What is done about news; rejects where it has to be done again. `payload` is empty where only the count has told. */
export type Handlers = Readonly<Partial<Record<Channel, (payload: string, count: number) => unknown>>>;

export type WatchDeps = {
  url: string;
  handlers: Handlers;
  /** Without LISTEN what has no count is looked after at each beat. */
  canListen: boolean;
  observe: Observe;
  onChange?: (isUp: boolean) => void;
  /** This connection is dead: others of the same age may be dead as well. */
  onStale?: () => void;
  /** Starts the server where it is ours and does not run. Called while nobody answers, and waited for. */
  revive?: () => Promise<void>;
};

export type DatabaseState = { isUp: boolean; since: Date };

export type DatabaseWatch = { state: () => DatabaseState; close: () => Promise<void> };

const beatEveryMs = 1000;
/** To connect, and to answer. A second try over a fresh connection has as long, before the database counts as away. */
const patienceMs = 2000;
/** What failed for another reason than an absence is not tried again at every beat. */
const retryAfterMs = 5000;

const counts = `select 'hookline_catalog' as channel, version as n from catalog union all select channel, n from signals`;

/** Resolves after the first beat, in which each handler has been called: what was loaded before may be older. Rejects where it fails. */
export async function watchDatabase(deps: WatchDeps): Promise<DatabaseWatch> {
  const { url, handlers, canListen, observe, onChange, onStale, revive } = deps;
  const news = createNews(handlers);
  let state: DatabaseState = { isUp: true, since: new Date() };
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'hookline watch',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    const onLost = () => {
      if (client !== next || isClosed) return;
      client = undefined;
      beatIn(0);
    };
    next.on('error', onLost);
    next.on('end', onLost);
    next.on('notification', ({ channel, payload }) => news.announced(channel as Channel, payload ?? ''));
    try {
      await next.connect();
      if (canListen)
        await next.query(
          Object.keys(handlers)
            .map((channel) => `listen ${channel}`)
            .join(';'),
        );
    } catch (error) {
      drop(next);
      throw error;
    }
    return next;
  }

  function drop(lost: pg.Client | undefined): void {
    if (client === lost) client = undefined;
    // A farewell would wait for one who may not answer.
    lost?.connection.stream.destroy();
  }

  /** Throws where nobody answers, after a second try where there was a connection that may only have been lost. */
  async function ask(): Promise<void> {
    const old = client;
    const isNew = old === undefined;
    try {
      client ??= await connect();
      const { rows } = await client.query<{ channel: Channel; n: number }>(counts);
      for (const { channel, n } of rows) news.counted(channel, n);
      if (isNew || !canListen) news.uncounted(rows.map(({ channel }) => channel));
    } catch (error) {
      drop(client);
      if (isNew || isClosed) throw error;
      // Before the news, which are loaded over them.
      onStale?.();
      await ask();
    }
  }

  async function beat(): Promise<void> {
    try {
      await ask();
      if (!state.isUp) change(true);
    } catch (error) {
      if (isClosed) return;
      if (state.isUp) {
        change(false);
        observe({ kind: 'database_away', error });
      }
      await revive?.().catch((failure) => observe({ kind: 'database_error', error: failure }));
    }
  }

  function change(isUp: boolean): void {
    const since = new Date();
    if (isUp) observe({ kind: 'database_back', awayMs: since.getTime() - state.since.getTime() });
    state = { isUp, since };
    onChange?.(isUp);
  }

  function beatIn(ms: number): void {
    if (isClosed || beating) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      beating = beat().finally(() => {
        beating = undefined;
        beatIn(beatEveryMs);
      });
    }, ms);
    timer.unref();
  }

  try {
    await ask();
  } catch (error) {
    drop(client);
    throw error;
  }
  beatIn(beatEveryMs);
  return {
    state: () => state,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      if (!state.isUp) drop(client);
      await beating;
      await client?.end();
    },
  };
}

/** Calls handlers once for each change, however it was heard of, and again where they failed. */
function createNews(handlers: Handlers) {
  /** The count that was handled, or is being. */
  const handled = new Map<Channel, number>();
  const restUntil = new Map<Channel, number>();

  async function handle(channel: Channel, payload: string, n?: number): Promise<void> {
    const before = handled.get(channel);
    if (n !== undefined) handled.set(channel, n);
    try {
      await handlers[channel]?.(payload, n ?? 0);
    } catch {
      restUntil.set(channel, performance.now() + retryAfterMs);
      if (n === undefined || handled.get(channel) !== n) return;
      if (before === undefined) handled.delete(channel);
      else handled.set(channel, before);
    }
  }

  return {
    announced: (channel: Channel, payload: string) => {
      const n = /^\d+$/.test(payload) ? Number(payload) : undefined;
      void handle(channel, n === undefined ? payload : '', n);
    },
    /** Also a lower one is news: a standby that took over may have less. */
    counted: (channel: Channel, n: number) => {
      if (handled.get(channel) === n || performance.now() < (restUntil.get(channel) ?? 0)) return;
      void handle(channel, '', n);
    },
    /** What the counts do not tell of may have been missed. */
    uncounted: (counted: readonly Channel[]) => {
      for (const channel of Object.keys(handlers) as Channel[])
        if (!counted.includes(channel)) void handle(channel, '');
    },
  };
}
