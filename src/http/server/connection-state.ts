// State of a connection: the request being handled, the requests waiting behind it, and the timeout of its body.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionState = {
  /** Its response is not finished; its body may still be arriving. */
  request: IncomingMessage | undefined;
  /** Pipelined requests that wait for earlier responses. */
  waiting: number;
  body: { request: IncomingMessage; timer: NodeJS.Timeout } | undefined;
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
