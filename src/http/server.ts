// The HTTP server. Requests for an exact address of the API go straight to its endpoint; all others go through Fastify,
// whose routing and request objects cost half as much again as the answer.
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { Serve, Target } from './door.ts';

/** As long as common load balancers keep theirs, so that it is not this side that closes under a request. */
const keepAliveMs = 72_000;
const requestTimeoutMs = 60_000;
const headersTimeoutMs = 20_000;

const noParams = Object.freeze({});

export function createServer(direct: ReadonlyMap<string, Serve>, others: RequestListener): Server {
  const options = {
    keepAliveTimeout: keepAliveMs,
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
  };
  return createHttpServer(options, (req, res) => {
    const target = toTarget(req.url ?? '');
    const serve = req.method === 'GET' || req.method === 'HEAD' ? direct.get(target.path) : undefined;
    if (serve) serve(req, res, target);
    else others(req, res);
  });
}

export function toTarget(url: string, params: Record<string, string> = noParams, body?: unknown): Target {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: url, query: '', params, body };
  return { path: url.slice(0, mark), query: url.slice(mark + 1), params, body };
}
