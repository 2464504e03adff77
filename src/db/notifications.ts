// Calls a handler once for each change, whether a notification or a counter reported it, and again if the handler failed.
import { type Channel, channels } from './database.ts';

/** Rejects to be called again later. `payload` is empty if only the counter reported the change. */
type Handler = (payload: string, count: number) => unknown;

export type NotificationHandlers = Readonly<Partial<Record<Channel, Handler>>>;

/** Delay before a failed handler is called again by a counter. */
const retryAfterMs = 5000;

export type Notifications = {
  received: (channel: Channel, payload: string) => void;
  /** A lower counter is a change too: a standby that took over may be behind. */
  counted: (channel: Channel, n: number) => void;
  /** Channels without a counter: a notification may have been missed. */
  uncounted: (countedChannels: readonly Channel[]) => void;
};

export function createNotifications(handlers: NotificationHandlers): Notifications {
  /** Counter of the change that was handled, or is being handled. */
  const handled = new Map<Channel, number>();
  const retryAt = new Map<Channel, number>();

  async function handle(channel: Channel, payload: string, n?: number): Promise<void> {
    const before = handled.get(channel);
    if (n !== undefined) handled.set(channel, n);
    try {
      await handlers[channel]?.(payload, n ?? 0);
    } catch {
      retryAt.set(channel, performance.now() + retryAfterMs);
      if (n === undefined || handled.get(channel) !== n) return;
      if (before === undefined) handled.delete(channel);
      else handled.set(channel, before);
    }
  }

  return {
    received: (channel, payload) => {
      const n = /^\d+$/.test(payload) ? Number(payload) : undefined;
      void handle(channel, n === undefined ? payload : '', n);
    },
    counted: (channel, n) => {
      if (handled.get(channel) === n || performance.now() < (retryAt.get(channel) ?? 0)) return;
      void handle(channel, '', n);
    },
    uncounted: (countedChannels) => {
      for (const channel of channels)
        if (handlers[channel] && !countedChannels.includes(channel)) void handle(channel, '');
    },
  };
}
