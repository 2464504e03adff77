// Delivery log of an account, followed by a long poll: each delivery from now on, once.
import { setTimeout as pause } from 'node:timers/promises';
import { type Delivery, type Hookline, isHooklineError } from '../../sdk/src/index.ts';

export type DeliveryLog = {
  /** New deliveries, oldest first. Waits for one, but may return none. Deliveries that are not marked as seen are returned again. */
  read: () => Promise<Delivery[]>;
  markSeen: (delivery: Delivery) => void;
  /** Empty if there is no body to send. */
  bodyOf: (delivery: Delivery) => Promise<string>;
};

const waitSeconds = 25;
/** A service that does not wait, such as one that is stopping, would be polled without a pause, and each poll is a call. */
const minPollMs = 10_000;

export async function openDeliveryLog({ webhooks }: Hookline, signal: AbortSignal): Promise<DeliveryLog> {
  const { data, nextCursor } = await webhooks.log({ limit: 100 }, { signal });
  const seen = new Set(data.map(({ delivery_id }) => delivery_id));
  /** Deliveries on further pages are older, so they count as seen. */
  const seenUntil = nextCursor === null ? '' : (data.at(-1)?.created_at ?? '');
  let newest = data[0]?.delivery_id;
  return {
    read: async () => {
      const polledAt = performance.now();
      const unseen: Delivery[] = [];
      let first: string | undefined;
      for await (const delivery of webhooks.log({ newest, wait: waitSeconds, limit: 100 }, { signal })) {
        first ??= delivery.delivery_id;
        // `newest` may be gone: deliveries are deleted with their webhook.
        if (seen.has(delivery.delivery_id) || delivery.created_at <= seenUntil) break;
        unseen.unshift(delivery);
      }
      if (unseen.length > 0) return unseen;
      newest = first;
      await pause(Math.max(0, minPollMs - (performance.now() - polledAt)), undefined, { signal });
      return [];
    },
    markSeen: ({ delivery_id }) => {
      seen.add(delivery_id);
      newest = delivery_id;
    },
    bodyOf: async ({ webhook_id, delivery_id, status }) => {
      if (status === 'skipped') return '';
      try {
        return (await webhooks.delivery(webhook_id, delivery_id, { signal })).request_body;
      } catch (error) {
        // Its webhook was deleted meanwhile.
        if (isHooklineError(error, 'not_found')) return '';
        throw error;
      }
    },
  };
}
