// State of a connection: the request being handled, the requests waiting behind it, and the body that arrives.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionState = {
  /** Request whose response is not finished; its body may still be arriving. */
  request: IncomingMessage | undefined;
  /** Pipelined requests that wait for earlier responses. */
  waiting: number;
  /** A body that arrives within a timeout. Its response may be finished. */
  body: { request: IncomingMessage; response: ServerResponse; timer: NodeJS.Timeout } | undefined;
};

const states = new WeakMap<Socket, ConnectionState>();

export function stateOf(socket: Socket): ConnectionState {
  let state = states.get(socket);
  if (state === undefined) {
    state = { request: undefined, waiting: 0, body: undefined };
    states.set(socket, state);
  }
  return state;
}
