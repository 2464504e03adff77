// Pipelined requests: handled one at a time and in order, and between two of them every other connection is served.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HooklineError } from '../../lib/errors.ts';
import { stateOf } from './connection-state.ts';

/** Sends a problem document and closes the connection. */
export type RejectRequest = (req: IncomingMessage, res: ServerResponse, error: unknown) => void;

/** Node keeps reading for a while after `pause`. Each waiting request takes memory, so above this many the connection is destroyed. */
const maxIgnored = 100;

/**
 * Handles a request after the responses to earlier ones were sent, so that a client that does not read costs one response, not all
 * it asked for. Up to `maxWaiting` requests of a connection wait; the next one is rejected, and the connection closes after it.
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
