// Base of every server: Fastify with request ids, limits, and errors as problem documents, before any routes.
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type ErrorCode, errorTable, HooklineError } from '../../lib/errors.ts';
import { randomBase62 } from '../../lib/ids.ts';
import type { Observe } from '../../telemetry/events.ts';
import type { Serve } from '../pipeline/pipeline.ts';
import { asKnown, problemType, toProblem } from '../pipeline/problem.ts';
import { maxBodyBytes } from './bodies.ts';
import { isRequestTimeout, rejectRequest, respondToClientError } from './client-errors.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { clientKeyOf, createAddressOf } from './ip-address.ts';
import { createServer } from './server.ts';

export type FastifyDeps = {
  config: Pick<Config, 'trustedProxies' | 'publicUrl'>;
  publicUrl: () => string;
  observe: Observe;
  /** Account of a request with a valid key. */
  accountOf?: (req: IncomingMessage) => { account: string } | undefined;
};

export type Base = {
  app: FastifyInstance;
  /** For work outside of requests. */
  queue: FairQueue;
  newRequestId: () => string;
  /** Requests for exactly these paths bypass Fastify. */
  direct: Map<string, Serve>;
};

export function createFastify(deps: FastifyDeps): Base {
  const run = randomBase62(6);
  let requests = 0;
  const newRequestId = () => `req_${run}${(++requests).toString(36)}`;
  const direct = new Map<string, Serve>();
  const queue = createFairQueue();
  const addressOf = createAddressOf(deps.config.trustedProxies);
  const app = Fastify({
    logger: false,
    serverFactory: (fallback) =>
      createServer({
        direct,
        fallback,
        reject: rejectRequest,
        queue,
        clientKeyOf: (req) => deps.accountOf?.(req) ?? { address: clientKeyOf(addressOf(req)) },
      }),
    bodyLimit: maxBodyBytes,
    trustProxy: deps.config.trustedProxies.length > 0 && [...deps.config.trustedProxies],
    genReqId: newRequestId,
    routerOptions: { querystringParser: () => ({}), maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    // Header timeouts expire in bursts; queue the 408s.
    clientErrorHandler: (error, socket) => {
      if (!isRequestTimeout(error) || queue.isFree()) respondToClientError(error, socket);
      else queue.enqueue({ address: 'timeouts' }, () => respondToClientError(error, socket));
    },
    forceCloseConnections: 'idle',
    // Requests that arrive during the shutdown are still served.
    return503OnClosing: false,
  });
  // Validation is done by parameters.ts and read-body.ts; the schemas of routes only document.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  // Clients send a content type without a body too.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null);
    else parseJson(request, String(text), done);
  });
  app.setErrorHandler(answerError);
  const routes = collectRoutes(app);
  app.setNotFoundHandler((request, reply) => answerError(notFound(request, routes), request, reply));
  // Rejects before the body is read.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(request, routes);
  });
  // Direct routes set the header themselves (pipeline.ts).
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  return { app, queue, newRequestId, direct };

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const known = fromFramework(asKnown(error), request.routeOptions?.bodyLimit ?? maxBodyBytes);
    if (!(known instanceof HooklineError)) {
      deps.observe({
        kind: 'request_failed',
        requestId: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? '',
        error,
      });
    }
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const problem = toProblem(known, { publicUrl: deps.publicUrl(), path, requestId: request.id });
    return reply
      .code(problem.status)
      .headers({
        ...problem.headers,
        'content-type': problemType,
        'cache-control': 'no-store',
        'x-request-id': request.id,
      })
      .send(problem.body);
  }
}

const frameworkCodes: Record<number, ErrorCode> = {
  400: 'invalid_request',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
};

/** Replaces the messages of Fastify's own errors, which are recognised by their status. */
function fromFramework(error: unknown, bodyLimit: number): unknown {
  if (error instanceof HooklineError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  const code = frameworkCodes[status];
  if (code === undefined) return error;
  const details: Partial<Record<ErrorCode, string>> = {
    invalid_request: 'The request is malformed. Check the path and the JSON body.',
    payload_too_large: `The body exceeds ${bodyLimit / 1024} KiB. Send a smaller one.`,
    unsupported_media_type: 'Send JSON with Content-Type: application/json.',
  };
  return new HooklineError(code, details[code] ?? errorTable[code].title);
}

type Route = { pattern: RegExp; method: string };

function collectRoutes(app: FastifyInstance): Route[] {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`);
    for (const name of [method].flat()) routes.push({ pattern, method: name });
  });
  return routes;
}

function notFound(request: FastifyRequest, routes: readonly Route[]): HooklineError {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const allowed = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  if (allowed.length > 0) {
    return new HooklineError(
      'method_not_allowed',
      `${request.method} is not allowed for this path. Use ${allowed.join(', ')}.`,
      { headers: { allow: allowed.join(', ') } },
    );
  }
  return new HooklineError('not_found', 'There is no endpoint at this path. GET /docs lists the endpoints.');
}
