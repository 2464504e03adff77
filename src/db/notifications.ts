// Calls a handler once for each change, whether a notification or a counter reported it, and again if the handler failed.
import { type Channel, channels } from './database.ts';

/** Rejects to be called again later. `payload` is empty if only the counter reported the change. */
type Handler = (payload: string, count: number) => unknown;

export type NotificationHandlers = Readonly<Partial<Record<Channel, Handler>>>;

/** Delay before a failed handler is called again. */
const retryAfterMs = 5000;

export type Notifications = {
  received: (channel: Channel, payload: string) => void;
  /** A lower counter is a change too: a standby that took over may be behind. */
  counted: (channel: Channel, n: number) => void;
  /** Calls the handlers of channels without a counter: all if a notification may have been missed, else those that failed. */
  uncounted: (countedChannels: readonly Channel[], mayHaveMissed: boolean) => void;
};

/** `now`: milliseconds of a monotonic clock. */
export function createNotifications(
  handlers: NotificationHandlers,
  now: () => number = () => performance.now(),
): Notifications {
  /** Counter of the change that was handled, or is being handled. */
  const handled = new Map<Channel, number>();
  const retryAt = new Map<Channel, number>();
  /** Channels whose last change without a counter was not handled: nothing else would report it again. */
  const failed = new Set<Channel>();

  const mayRetry = (channel: Channel) => now() >= (retryAt.get(channel) ?? 0);

  async function handle(channel: Channel, payload: string, n?: number): Promise<void> {
    const before = handled.get(channel);
    if (n !== undefined) handled.set(channel, n);
    failed.delete(channel);
    try {
      await handlers[channel]?.(payload, n ?? 0);
    } catch {
      retryAt.set(channel, now() + retryAfterMs);
      if (n === undefined) failed.add(channel);
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
