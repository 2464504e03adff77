// HTTP server. Requests for an exact path of the API bypass Fastify, whose routing and request objects add half as much to the cost
// of a response; all others go through it.
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { HooklineError } from '../../lib/errors.ts';
import type { Target } from '../pipeline/endpoint.ts';
import type { Serve } from '../pipeline/pipeline.ts';
import { hasBody, limitBody } from './bodies.ts';
import { trackConnections } from './connections.ts';
import type { ClientKey, FairQueue } from './fair-queue.ts';
import { inRequestOrder, type RejectRequest } from './request-order.ts';

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
  /** Requests that may wait on one connection. */
  pipelined: 100,
  connections: 20_000,
  /** Connections waiting to be accepted; the system may allow fewer. */
  backlog: 4096,
};
export type HttpLimits = typeof httpLimits;

/** Detects a dead peer during an upload. */
const keepAliveProbeMs = 60_000;

const noParams = Object.freeze({});

export type ServerDeps = {
  /** By exact path; these requests bypass Fastify. */
  direct: ReadonlyMap<string, Serve>;
  fallback: RequestListener;
  /** For requests that must not reach an endpoint. */
  reject: RejectRequest;
  queue: FairQueue;
  clientKeyOf: (req: IncomingMessage) => ClientKey;
};

export function createServer(
  { direct, fallback, reject, queue, clientKeyOf }: ServerDeps,
  limits: HttpLimits = { ...httpLimits, connections: Math.min(httpLimits.connections, maxConnections()) },
): Server {
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
  });
  const connections = trackConnections(server, limits);
  const handle: RequestListener = (req, res) => {
    const error = validate(req, limits.headers);
    if (error) return reject(req, res, error);
    connections.touch(req.socket);
    limitBody(server, req, res, limits.bodyMs);
    const target = toTarget(req.url ?? '');
    const serve = req.method === 'GET' || req.method === 'HEAD' ? direct.get(target.path) : undefined;
    if (serve) serve(req, res, target);
    else {
      // Fastify waits for the end of a body if it has a type. Without a body, the end may have come while the request was queued.
      if (!hasBody(req)) delete req.headers['content-type'];
      fallback(req, res);
    }
    connections.trackRequest(req, res);
  };
  const handleFairly: RequestListener = (req, res) => {
    if (queue.isFree()) return handle(req, res);
    queue.enqueue(clientKeyOf(req), () => {
      if (!req.socket.destroyed) handle(req, res);
    });
  };
  return server.on('request', inRequestOrder(handleFairly, reject, limits.pipelined));
}

/** A quarter of the process's limit of open files is reserved for the database, exports and deliveries. */
function maxConnections(): number {
  // Otherwise the report would look up the host names of open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const openFiles = Number(userLimits?.open_files?.soft);
  return Number.isFinite(openFiles) ? Math.floor(openFiles * 0.75) : Infinity;
}

/** Rejects what proxies and servers parse differently. Node itself rejects contradictory lengths. */
function validate({ rawHeaders, httpVersion }: IncomingMessage, maxHeaders: number): HooklineError | undefined {
  if (rawHeaders.length > 2 * maxHeaders)
    return new HooklineError('headers_too_large', `The request has more than ${maxHeaders} headers. Send fewer.`);
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return new HooklineError('invalid_request', `The request has ${hosts} Host headers. Send one.`);
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

export function toTarget(url: string, params: Record<string, string> = noParams, body?: unknown): Target {
  const mark = url.indexOf('?');
  if (mark < 0) return { url, path: url, query: '', params, body };
  return { url, path: url.slice(0, mark), query: url.slice(mark + 1), params, body };
}
