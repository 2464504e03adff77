// Request bodies: the timeout to receive them, and how much of an unread body is discarded before the connection closes.
import { type IncomingMessage, type OutgoingHttpHeaders, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionState, stateOf } from './connection-state.ts';

export const bodyTimeoutCode = 'HOOKLINE_BODY_TIMEOUT';

/** Default limit of an endpoint. */
export const maxBodyBytes = 256 * 1024;
/** An unread body up to this length is received and discarded, and the connection stays open. */
const maxDiscardedBytes = 4 * maxBodyBytes;
/** Time for the client to read the response before the connection with an unfinished body closes: an early close could discard it. */
const lingerMs = 1000;

/** On a timeout the server's `clientError` listener responds and closes the connection, as for Node's own timeouts. */
export function limitBody(server: Server, req: IncomingMessage, res: ServerResponse, timeoutMs: number): void {
  if (!hasBody(req)) return;
  // Node takes the socket from a request that is destroyed before its end.
  const { socket } = req;
  const state = stateOf(socket);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // A response that has begun is the only one, whether or not the body ends.
    if (!res.headersSent) server.emit('clientError', createTimeoutError(), socket);
    else if (res.writableFinished) linger(req, socket);
  }, timeoutMs);
  timer.unref();
  state.body = { request: req, response: res, timer };
  req.once('close', () => stopBodyTimeout(state, req));
  // The headers are sent before it is known whether the whole body will arrive.
  if (!(Number(req.headers['content-length']) <= maxDiscardedBytes)) res.shouldKeepAlive = false;
  res.prependOnceListener('finish', () => {
    if (!req.complete && (isLate || req.destroyed || !res.shouldKeepAlive)) linger(req, socket);
  });
}

function createTimeoutError(): Error {
  return Object.assign(new Error('The body did not arrive in time.'), { code: bodyTimeoutCode });
}

/** Removes the timeout for an authenticated client that may send a body of any length at any speed. */
export function allowSlowBody(req: IncomingMessage): void {
  stopBodyTimeout(stateOf(req.socket), req);
}

function stopBodyTimeout(state: ConnectionState, req: IncomingMessage): void {
  if (state.body?.request !== req) return;
  clearTimeout(state.body.timer);
  state.body = undefined;
}

/** Whether the server waits for the client to send the body of the request. */
export function isAwaitingBody({ request, body }: ConnectionState): boolean {
  return request !== undefined && body?.request === request && !request.complete;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Ends the connection once the response is sent, without reading the rest of the body. */
function linger(req: IncomingMessage, socket: Socket): void {
  // Node resumes a request without a listener.
  req.on('data', () => req.pause());
  // Node would destroy the socket immediately.
  socket.destroySoon = () => {};
  socket.end();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

// Headers of every response. Strict-Transport-Security is for services that are reached by https only.

const noSniff = ['x-content-type-options', 'nosniff'];
/** One year, without `preload`, since preload lists are hard to leave. */
const strictTransport = ['strict-transport-security', 'max-age=31536000'];

type EveryHeader = {
  headers: Readonly<Record<string, string>>;
  /** Adds these headers to the headers that a handler writes. */
  Response: typeof ServerResponse<IncomingMessage>;
};

export function createEveryHeader(isSecure: boolean): EveryHeader {
  const every = [noSniff, ...(isSecure ? [strictTransport] : [])];
  const flat = every.flat();
  class Response extends ServerResponse<IncomingMessage> {
    override writeHead(status: number, ...given: readonly unknown[]): this {
      const [headers] = given;
      // A header set in advance would make Node copy the others.
      if (Array.isArray(headers)) return super.writeHead(status, headers.concat(flat));
      for (const [name = '', value = ''] of every) this.setHeader(name, value);
      return super.writeHead(status, ...(given as [OutgoingHttpHeaders?]));
    }
  }
  return { headers: Object.fromEntries(every), Response };
}
