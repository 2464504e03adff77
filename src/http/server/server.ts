// HTTP server. Requests for an exact path of the API bypass Fastify, whose routing and request objects add half as much to the cost
// of a response; all others go through it.
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '../../config/limits.ts';
import { HooklineError } from '../../lib/errors.ts';
import { toTarget } from '../pipeline/endpoint.ts';
import type { Serve } from '../pipeline/pipeline.ts';
import { hasBody, limitBody } from './bodies.ts';
import { trackConnections } from './connections.ts';
import { type ClientKey, type FairQueue, inRequestOrder, type RejectRequest, runRequest } from './fair-queue.ts';

/** A test checks that docs/limits.md documents these. */
export const httpLimits = {
  /** At least as long as common load balancers keep connections, so that this side does not close one with a request on its way. */
  keepAliveMs: 72_000,
  headersMs: 10_000,
  /** How often Node checks for header timeouts. */
  checkMs: 200,
  bodyMs: 30_000,
  stallMs: 60_000,
  headers: 100,
  /** Set by `queryParameters` in config/limits.ts. */
  parameters: defaultLimits.queryParameters,
  /** Requests that may wait on one connection. */
  pipelined: 100,
  connections: 20_000,
  /** Connections waiting to be accepted; the system may allow fewer. */
  backlog: 4096,
  /** Listening sockets, over all threads. */
  listeners: 64,
};
export type HttpLimits = typeof httpLimits;

/** Detects a dead peer during an upload. */
const keepAliveProbeMs = 60_000;

type ServerDeps = {
  /** Handlers by exact path; these requests bypass Fastify. */
  direct: ReadonlyMap<string, Serve>;
  fallback: RequestListener;
  /** Handles requests that must not reach an endpoint, and requests whose handler throws. */
  reject: RejectRequest;
  queue: FairQueue;
  clientKeyOf: (req: IncomingMessage) => ClientKey;
  /** Adds the headers of every response. */
  Response?: typeof ServerResponse<IncomingMessage>;
};

export function createServer(
  { direct, fallback, reject, queue, clientKeyOf, Response = ServerResponse }: ServerDeps,
  given: Partial<HttpLimits> = {},
): Server {
  const limits = { ...httpLimits, ...given };
  const server = createHttpServer({
    keepAliveTimeout: limits.keepAliveMs,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    // Node's own timeout applies to all requests, and an import has none.
    requestTimeout: 0,
    keepAlive: true,
    // Creates no body stream for a request without one: saves 0.6 µs.
    optimizeEmptyRequests: true,
    keepAliveInitialDelay: keepAliveProbeMs,
    // Checked by validate(), with a clearer error.
    requireHostHeader: false,
    ServerResponse: Response,
  });
  const connections = trackConnections(server, limits);
  const serveRequest: RequestListener = (req, res) => {
    limitBody(server, req, res, limits.bodyMs);
    const error = validate(req, limits);
    if (error) return reject(req, res, error);
    connections.touch(req.socket);
    const target = toTarget(req.url ?? '');
    const serve = req.method === 'GET' || req.method === 'HEAD' ? direct.get(target.path) : undefined;
    if (serve) serve(req, res, target);
    else {
      // Fastify waits for the end of a body if it has a type. Without a body, the end may have come while the request was queued.
      if (!hasBody(req)) delete req.headers['content-type'];
      runRequest(fallback, req, res);
    }
    connections.trackRequest(req, res);
  };
  const handle: RequestListener = (req, res) => {
    try {
      serveRequest(req, res);
    } catch (error) {
      reject(req, res, error);
    }
  };
  const handleFairly: RequestListener = (req, res) => {
    if (queue.isFree()) return handle(req, res);
    connections.trackRequest(req, res);
    queue.enqueue(clientKeyOf(req), () => {
      if (!req.socket.destroyed) handle(req, res);
    });
  };
  // Node would send the 417 outside of the connection's queue. Unknown expectations are ignored, as RFC 9110 10.1.1 allows.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  return server.on('request', inRequestOrder(handleFairly, reject, limits.pipelined));
}

/** Rejects requests that proxies and servers parse differently, or that take long to parse. Node itself rejects contradictory lengths. */
function validate(
  { rawHeaders, httpVersion, url = '' }: IncomingMessage,
  limits: HttpLimits,
): HooklineError | undefined {
  if (rawHeaders.length > 2 * limits.headers)
    return new HooklineError('headers_too_large', `The request has more than ${limits.headers} headers. Send fewer.`);
  if (url.length > limits.parameters && hasMoreParameters(url, limits.parameters))
    return new HooklineError(
      'invalid_parameter',
      `The query has more than ${limits.parameters} parameters. Send fewer.`,
    );
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return new HooklineError('invalid_request', `The request has ${hosts} Host headers. Send one.`);
}

/** Counts empty parameters too. */
function hasMoreParameters(url: string, max: number): boolean {
  let count = 0;
  for (let at = url.indexOf('?'); at >= 0 && count <= max; at = url.indexOf('&', at + 1)) count++;
  return count > max;
}

/** The port that the server listens on. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

/** Everything after the first `?`, further ones included. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return toTarget(url).query;
}

// Graceful shutdown of the HTTP server: clients get time to reconnect elsewhere, then open connections are closed.

/** Maximum time for clients and load balancers to reconnect to another process. */
const reconnectTimeoutMs = 5_000;
/** All clients have reconnected if only health checks have arrived for this long. */
const quietMs = 2_000;
/** Time to finish responses after the server stopped listening. Interrupted downloads can be resumed. */
const drainTimeoutMs = 4_000;
const checkIntervalMs = 50;

/**
 * Adds `Connection: close` to every response while the server still listens, since requests arrive until load balancers notice that
 * this process is not ready. Idle connections stay open: a request may be on its way. Resolves when clients have left.
 */
export async function endKeepAlive(server: Server, countConnections: () => number): Promise<void> {
  const startedAt = performance.now();
  let lastRequestAt = startedAt;
  server.prependListener('request', ({ url = '' }, res) => {
    res.setHeader('connection', 'close');
    if (!url.startsWith('/health/')) lastRequestAt = performance.now();
  });
  const isOver = (now: number) => now - startedAt >= reconnectTimeoutMs || now - lastRequestAt >= quietMs;
  while (!isOver(performance.now()) && countConnections() > 0) await sleep(checkIntervalMs);
}

/** `close` stops listening and resolves when the last connection is closed. */
export async function drain(server: Server, close: () => Promise<void>): Promise<void> {
  // Node closes idle connections once, when it stops listening, and waits for the others until their keep-alive timeout.
  const closeIdle = setInterval(() => server.closeIdleConnections(), checkIntervalMs);
  const closeAll = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  try {
    await close();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(closeAll);
  }
}
