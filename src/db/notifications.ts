// Calls a handler once for each change, whether a notification or a counter reported it, and again if the handler failed.
import { type Channel, channels } from './database.ts';

/** Rejects to be called again later. `subject`: the id of what changed; empty if that is unknown, or more may have changed. */
type Handler = (subject: string, count: number) => unknown;

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

  async function handle(channel: Channel, subject: string, n?: number): Promise<void> {
    if (n !== undefined) handled.set(channel, n);
    failed.delete(channel);
    try {
      await handlers[channel]?.(subject, n ?? 0);
    } catch {
      retryAt.set(channel, now() + retryAfterMs);
      // The next poll finds a counter that was not handled, and has everything loaded.
      if (n === undefined) failed.add(channel);
      else handled.delete(channel);
    }
  }

  return {
    received: (channel, payload) => {
      const [, count, subject = ''] = /^(\d+)(?: (.*))?$/.exec(payload) ?? [];
      if (count === undefined) return void handle(channel, payload);
      const n = Number(count);
      // A gap is a notification that was missed, of another subject.
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
