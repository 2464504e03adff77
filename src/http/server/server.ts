// The HTTP server. Requests for an exact address of the API go straight to its endpoint; all others go through Fastify,
// whose routing and request objects cost half as much again as the answer.
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HooklineError } from '../../lib/errors.ts';
import type { Serve, Target } from '../pipeline/pipeline.ts';
import { hasBody, isBodyDue, limitBody } from './bodies.ts';
import { keepConnections } from './connections.ts';
import type { ClientKey, FairQueue } from './fair-queue.ts';
import { inRequestOrder, type Refuse } from './request-order.ts';

/** docs/limits.md tells of each; a test compares the two. */
export const httpLimits = {
  /** As long as common load balancers keep theirs, so that it is not this side that closes under a request. */
  keepAliveMs: 72_000,
  headersMs: 10_000,
  /** How often Node looks for headers that are late. */
  checkMs: 200,
  bodyMs: 30_000,
  stallMs: 60_000,
  headers: 100,
  /** Requests that may wait on one connection. */
  pipelined: 100,
  connections: 20_000,
  /** Connections that wait to be accepted; the system may allow fewer. */
  backlog: 4096,
};
export type HttpLimits = typeof httpLimits;

/** A peer that is gone without a word is noticed while an upload waits for it. */
const probeAfterMs = 60_000;

/** Clients and load balancers have so long to come again on another connection, of another process … */
const leaveMs = 5_000;
/** … unless nothing but looks at its health has come for so long: then they have all gone. */
const quietMs = 2_000;
/** What is still being answered when the service stops has so long. A download that is cut off can be resumed. */
const drainMs = 4_000;
const idleCheckMs = 50;

const noParams = Object.freeze({});

export type ServerDeps = {
  direct: ReadonlyMap<string, Serve>;
  others: RequestListener;
  /** Answers what is not to reach an endpoint. */
  refuse: Refuse;
  queue: FairQueue;
  clientKeyOf: (req: IncomingMessage) => ClientKey;
};

export function createServer(
  { direct, others, refuse, queue, clientKeyOf }: ServerDeps,
  limits: HttpLimits = { ...httpLimits, connections: Math.min(httpLimits.connections, mostConnections()) },
): Server {
  const server = createHttpServer({
    keepAliveTimeout: limits.keepAliveMs,
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkMs,
    // Node's own limit is for all requests alike, and an import may take as long as it takes.
    requestTimeout: 0,
    keepAlive: true,
    // Spares a request without a body the stream of one: 0.6 µs.
    optimizeEmptyRequests: true,
    keepAliveInitialDelay: probeAfterMs,
    // Asked for by faultOf, which tells what is wrong.
    requireHostHeader: false,
  });
  const kept = keepConnections(server, { ...limits, isBodyDue });
  const handle: RequestListener = (req, res) => {
    const fault = faultOf(req, limits.headers);
    if (fault) return refuse(req, res, fault);
    kept.use(req.socket);
    limitBody(server, req, res, limits.bodyMs);
    const target = toTarget(req.url ?? '');
    const serve = req.method === 'GET' || req.method === 'HEAD' ? direct.get(target.path) : undefined;
    if (serve) serve(req, res, target);
    else {
      // Fastify would wait for the end of a body that has a type; where there is none, the end may have been while the request waited.
      if (!hasBody(req)) delete req.headers['content-type'];
      others(req, res);
    }
    kept.follow(req, res);
  };
  const handleFairly: RequestListener = (req, res) => {
    if (queue.isFree()) return handle(req, res);
    queue.wait(clientKeyOf(req), () => {
      if (!req.socket.destroyed) handle(req, res);
    });
  };
  return server.on('request', inRequestOrder(handleFairly, refuse, limits.pipelined));
}

/** A quarter of the open files that the process may have is left to the database, exports and deliveries. */
function mostConnections(): number {
  // The report would look up names of the connections that are open.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const openFiles = Number(userLimits?.open_files?.soft);
  return Number.isFinite(openFiles) ? Math.floor(openFiles * 0.75) : Infinity;
}

/** What proxies and servers read in different ways is read by nobody. Node itself refuses lengths that contradict each other. */
function faultOf({ rawHeaders, httpVersion }: IncomingMessage, mostHeaders: number): HooklineError | undefined {
  if (rawHeaders.length > 2 * mostHeaders)
    return new HooklineError('headers_too_large', `The request has more than ${mostHeaders} headers. Send fewer.`);
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined;
  return new HooklineError('invalid_request', `The request has ${hosts} Host headers. Send one.`);
}

/**
 * Every answer from now on asks its client to come again on another connection, and it still listens: whatever arrives while others
 * notice that this process is no longer ready is answered. An idle connection is not closed, since a request may be on its way in
 * it. Resolves when clients have gone.
 */
export async function leave(server: Server): Promise<void> {
  const startedAt = performance.now();
  let lastAskedAt = startedAt;
  server.prependListener('request', ({ url = '' }, res) => {
    res.setHeader('connection', 'close');
    if (!url.startsWith('/health/')) lastAskedAt = performance.now();
  });
  const connections = promisify(server.getConnections.bind(server));
  const isOver = (now: number) => now - startedAt >= leaveMs || now - lastAskedAt >= quietMs;
  while (!isOver(performance.now()) && (await connections()) > 0) await sleep(idleCheckMs);
}

/** `close` stops listening and resolves when the last connection is gone. */
export async function drain(server: Server, close: () => Promise<void>): Promise<void> {
  // Node closes those that are idle when it stops listening, and would wait for the others until their keep-alive ends.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await close();
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
}

/** Without the first `?`; any further one belongs to it. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  return toTarget(url).query;
}

export function toTarget(url: string, params: Record<string, string> = noParams, body?: unknown): Target {
  const mark = url.indexOf('?');
  if (mark < 0) return { url, path: url, query: '', params, body };
  return { url, path: url.slice(0, mark), query: url.slice(mark + 1), params, body };
}
