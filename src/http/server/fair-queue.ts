// Fair queue for the work of requests: clients take turns under load, however many requests each has waiting.
import { createRoundRobin } from '../../lib/round-robin.ts';

/** Work continues for this long before the event loop reads sockets, and with them new requests, again. */
const sliceMs = 2;

/** Each account has its own turn. Clients without a valid key share one turn, which rotates among their addresses. */
export type ClientKey = { account: string } | { address: string };

export type FairQueue = {
  /** Whether work may run now. The first call in an iteration of the event loop starts its slice. */
  isFree: () => boolean;
  /** Runs the work in a later slice, when it is the client's turn. Callers limit how much can wait. */
  enqueue: (client: ClientKey, work: Work) => void;
};

type Work = () => void;

export function createFairQueue(): FairQueue {
  const accounts = createRoundRobin<Work>();
  const addresses = createRoundRobin<Work>();
  const runNextAddress = () => addresses.next()?.();
  /** undefined before the first work in an iteration of the event loop. */
  let sliceEndsAt: number | undefined;

  function startSlice(): void {
    sliceEndsAt = performance.now() + sliceMs;
    setImmediate(endSlice);
  }

  function endSlice(): void {
    sliceEndsAt = undefined;
    if (accounts.isEmpty()) return;
    startSlice();
    runNext();
  }

  function runNext(): void {
    if (isSliceOver()) return;
    accounts.next()?.();
    // Streams write at the next tick, which counts as part of the work.
    if (!accounts.isEmpty()) process.nextTick(runNext);
  }

  function isSliceOver(): boolean {
    return sliceEndsAt !== undefined && performance.now() > sliceEndsAt;
  }

  return {
    isFree: () => {
      if (sliceEndsAt === undefined) startSlice();
      return accounts.isEmpty() && !isSliceOver();
    },
    enqueue: (client, work) => {
      if ('account' in client) return accounts.add(client.account, work);
      addresses.add(client.address, work);
      accounts.add('', runNextAddress);
    },
  };
}
