// Bodies of requests: how long they may take, and what becomes of the rest of one that nobody wants.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export const bodyLateCode = 'HOOKLINE_BODY_LATE';

/** Of an endpoint that does not say otherwise. */
export const maxBodyBytes = 256 * 1024;
/** A body that nobody wants and that is no longer than this is read to its end, and the connection kept. */
const readAnywayBytes = 4 * maxBodyBytes;
/** Of a longer one nothing more is read, and so long the client has to read the answer: its system may drop it when this side closes. */
const lingerMs = 1000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** The listener of `clientError` answers a body that is late and closes, as for what Node itself finds. */
export function limitBody(server: Server, req: IncomingMessage, res: ServerResponse, timeoutMs: number): void {
  if (!hasBody(req)) return;
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('The body did not arrive in time.'), { code: bodyLateCode });
    if (!req.complete) server.emit('clientError', error, req.socket);
  }, timeoutMs);
  timer.unref();
  timers.set(req, timer);
  req.once('close', () => clearTimeout(timer));
  if (Number(req.headers['content-length']) <= readAnywayBytes) return;
  // The headers of the answer leave before it is known whether all of the body came.
  res.shouldKeepAlive = false;
  res.prependOnceListener('finish', () => {
    if (!req.complete) linger(req);
  });
}

/** For a caller who is known and may send as much as there is, as slowly as the network is. */
export function allowSlowBody(req: IncomingMessage): void {
  clearTimeout(timers.get(req));
  timers.delete(req);
}

/** Whether the client is the one that is waited for. */
export function isBodyDue(req: IncomingMessage): boolean {
  return !req.complete && timers.has(req);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function linger(req: IncomingMessage): void {
  const { socket } = req;
  // Node reads on what nobody listens to.
  req.on('data', () => req.pause());
  // It would be destroyed at once.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
}
