// Pipelined requests: answered one after the other, in order, and between two of them every other connection has its turn.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HooklineError } from '../../lib/errors.ts';

/** Answers with a problem and closes the connection. */
export type Refuse = (req: IncomingMessage, res: ServerResponse, error: HooklineError) => void;

/** Node reads on for a while; a client from whom so many more have come is cut off, since each that waits takes memory. */
const ignoredAtMost = 100;

const waiting = new WeakMap<Socket, number>();

/**
 * A request is handled when the answers before it have left, so that a client that does not read costs one answer and not all
 * that it asked for. Up to `most` requests of a connection wait; the first above is refused, and the connection closes after it.
 */
export function inRequestOrder(handle: RequestListener, refuse: Refuse, most: number): RequestListener {
  return (req, res) => {
    // Node gives the connection to one answer at a time; the others are told when it is theirs.
    if (res.socket !== null) handle(req, res);
    else wait(req, res);
  };

  function wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const place = countWaiting(socket) + 1;
    waiting.set(socket, place);
    if (place > most) refuseAt(place - most, req, res);
    else
      res.once('socket', () => {
        waiting.set(socket, countWaiting(socket) - 1);
        setImmediate(() => {
          if (!socket.destroyed) handle(req, res);
        });
      });
  }

  function refuseAt(place: number, req: IncomingMessage, res: ServerResponse): void {
    req.socket.pause();
    if (place > ignoredAtMost) req.socket.destroy();
    if (place > 1) return;
    const detail = `More than ${most} requests wait on this connection, and those after this one are not answered. Send fewer ahead, and read the answers.`;
    refuse(req, res, new HooklineError('rate_limited', detail, { retryAfterSeconds: 1 }));
  }
}

/** Requests of the connection whose turn has not come. */
export function countWaiting(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}
