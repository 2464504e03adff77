// Request bodies: the timeout to receive them, and how much of an unread body is discarded before the connection closes.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { stateOf } from './connection-state.ts';

export const bodyTimeoutCode = 'HOOKLINE_BODY_TIMEOUT';

/** Limit of an endpoint without its own. */
export const maxBodyBytes = 256 * 1024;
/** An unread body up to this length is received and discarded, and the connection stays open. */
const maxDiscardedBytes = 4 * maxBodyBytes;
/** Time for the client to read the response before the connection with a longer body closes: an early close could discard it. */
const lingerMs = 1000;

/** On a timeout the server's `clientError` listener responds and closes the connection, as for Node's own timeouts. */
export function limitBody(server: Server, req: IncomingMessage, res: ServerResponse, timeoutMs: number): void {
  if (!hasBody(req)) return;
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('The body did not arrive in time.'), { code: bodyTimeoutCode });
    if (!req.complete) server.emit('clientError', error, req.socket);
  }, timeoutMs);
  timer.unref();
  stateOf(req.socket).body = { request: req, timer };
  req.once('close', () => stopBodyTimeout(req));
  if (Number(req.headers['content-length']) <= maxDiscardedBytes) return;
  // The headers are sent before it is known whether the whole body will arrive.
  res.shouldKeepAlive = false;
  res.prependOnceListener('finish', () => {
    if (!req.complete) linger(req);
  });
}

/** For an authenticated client that may send a body of any length at any speed. */
export function allowSlowBody(req: IncomingMessage): void {
  stopBodyTimeout(req);
}

function stopBodyTimeout(req: IncomingMessage): void {
  const state = stateOf(req.socket);
  if (state.body?.request !== req) return;
  clearTimeout(state.body.timer);
  state.body = undefined;
}

/** Whether the server waits for the client to send the body. */
export function isAwaitingBody(req: IncomingMessage): boolean {
  return !req.complete && stateOf(req.socket).body?.request === req;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function linger(req: IncomingMessage): void {
  const { socket } = req;
  // Node resumes a request without a listener.
  req.on('data', () => req.pause());
  // Node would destroy the socket immediately.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
