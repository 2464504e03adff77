// Fair queue for the work of requests: clients take turns under load, however many requests each has waiting.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRoundRobin } from '../../lib/async.ts';
import { HooklineError } from '../../lib/errors.ts';
import { stateOf } from './connection-state.ts';

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

// Pipelined requests: handled one at a time and in order, and between two of them every other connection is served.

/** Sends a problem document and closes the connection. */
export type RejectRequest = (req: IncomingMessage, res: ServerResponse, error: unknown) => void;

/** Node keeps reading for a while after `pause`. Each waiting request takes memory, so above this many the connection is destroyed. */
const maxIgnored = 100;

/**
 * Handles a request after the responses to earlier ones were sent, so that a client that does not read costs one response, not all that it
 * requested. Up to `maxWaiting` requests of a connection wait; the next one is rejected, and the connection closes after it.
 */
export function inRequestOrder(handle: RequestListener, reject: RejectRequest, maxWaiting: number): RequestListener {
  return (req, res) => {
    // Node assigns the socket to one response at a time, and emits `socket` on the others when it is their turn.
    if (res.socket !== null) handle(req, res);
    else wait(req, res);
  };

  function wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const state = stateOf(socket);
    state.waiting += 1;
    if (state.waiting > maxWaiting) rejectExcess(state.waiting - maxWaiting, req, res);
    else
      res.once('socket', () => {
        state.waiting -= 1;
        setImmediate(() => {
          if (!socket.destroyed) handle(req, res);
        });
      });
  }

  function rejectExcess(excess: number, req: IncomingMessage, res: ServerResponse): void {
    req.socket.pause();
    if (excess > maxIgnored) req.socket.destroy();
    if (excess > 1) return;
    const detail = `More than ${maxWaiting} requests are waiting on this connection, and requests after this one are ignored. Send fewer ahead, and read the responses.`;
    reject(req, res, new HooklineError('rate_limited', detail, { retryAfterSeconds: 1 }));
  }
}

// Finds the request of an error that no handler catches, such as one thrown by a timer or a stream.

const responses = new AsyncLocalStorage<ServerResponse>();

/** Reads by the pipeline do not use this, since the pipeline catches everything itself and this takes half a microsecond. */
export function runRequest(handle: RequestListener, req: IncomingMessage, res: ServerResponse): void {
  responses.run(res, handle, req, res);
}

/** Returns the response of the request whose code is running, even after its handler returned. */
export function currentResponse(): ServerResponse | undefined {
  return responses.getStore();
}
