// LISTEN on a connection of its own that is rebuilt when lost. After every rebuild each channel is reported once, for a
// notification may have been missed meanwhile.
import pg from 'pg';
import type { Observe } from '../observe.ts';
import type { Channel } from './database.ts';

const retryMs = 1000;

export async function listen(
  url: string,
  channels: Readonly<Partial<Record<Channel, (payload: string) => void>>>,
  observe: Observe,
): Promise<{ close: () => Promise<void> }> {
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
    next.on('error', lost);
    next.on('end', () => lost(new Error('connection ended')));
    next.on('notification', ({ channel, payload }) => channels[channel as Channel]?.(payload ?? ''));
    client = next;
    await next.connect();
    for (const channel of Object.keys(channels)) await next.query(`listen ${channel}`);
  }

  function lost(error: unknown): void {
    if (closed || retry) return;
    observe({ kind: 'listener_lost', error });
    client?.end().catch(() => {});
    retry = setTimeout(async () => {
      retry = undefined;
      try {
        await connect();
        for (const report of Object.values(channels)) report('');
      } catch (failure) {
        lost(failure);
      }
    }, retryMs);
  }

  await connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
