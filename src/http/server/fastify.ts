// Base of every server: Fastify with request ids, limits, and errors as problem documents, before any routes.
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { RateLimiter } from '../../auth/rate-limiter.ts';
import type { Config } from '../../config/config.ts';
import { type ErrorCode, errorCode, errorTable, fail, HooklineError } from '../../lib/errors.ts';
import { randomBase62 } from '../../lib/ids.ts';
import type { Observe } from '../../telemetry/events.ts';
import { documentOnly } from '../openapi/route-schema.ts';
import { notFoundPage } from '../pages/pages.ts';
import { clientKeyOf, createAddressOf, trustProxies } from '../pipeline/ip-address.ts';
import type { Serve } from '../pipeline/pipeline.ts';
import { asKnown, problemType, toProblem } from '../pipeline/problem.ts';
import { countRefusal } from '../pipeline/rate-limits.ts';
import { createEveryHeader, maxBodyBytes } from './bodies.ts';
import { isRequestTimeout, rejectRequest, respondToClientError } from './client-errors.ts';
import { descriptorBudget, listenersWithin } from './connections.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { createServer, httpLimits } from './server.ts';

/** Maximum length of a path segment in characters. A path with a longer one matches no route. */
const maxSegmentLength = 500;

export type FastifyDeps = {
  config: Pick<Config, 'trustedProxies' | 'publicUrl' | 'limits'>;
  publicUrl: () => string;
  observe: Observe;
  /** Threads of this process that serve requests. */
  threads?: number;
  /** Counts refusals by address. */
  refusals: RateLimiter;
  /** Logs requests that are refused before the pipeline, such as a body that is not JSON; `route` is undefined for an unknown path. */
  logRefusal?: (req: IncomingMessage, route: string | undefined, call: RefusedCall) => void;
  /** Account of a request with a valid key. */
  accountOf?: (req: IncomingMessage) => { account: string } | undefined;
};

type RefusedCall = { id: string; startedAt: number; status: number; body: string };

export type Base = {
  app: FastifyInstance;
  /** Shared with work outside of requests. */
  queue: FairQueue;
  newRequestId: () => string;
  /** Requests for exactly these paths bypass Fastify. */
  direct: Map<string, Serve>;
  /** The configured limit, or fewer if the process may open few files. */
  downloadsAtOnce: number;
};

export function createFastify(deps: FastifyDeps): Base {
  const run = randomBase62(6);
  let requests = 0;
  const newRequestId = () => `req_${run}${(++requests).toString(36)}`;
  const direct = new Map<string, Serve>();
  const queue = createFairQueue();
  const { trustedProxies, publicUrl, limits } = deps.config;
  const addressOf = createAddressOf(trustedProxies);
  const everyHeader = createEveryHeader(publicUrl?.startsWith('https:') ?? false);
  const budget = descriptorBudget(deps.config.limits.downloadsAtOnce, {
    threads: deps.threads ?? 1,
    listeners: listenersWithin(httpLimits.listeners),
  });
  const app = Fastify({
    logger: false,
    serverFactory: (fallback) =>
      createServer(
        {
          direct,
          fallback,
          reject,
          queue,
          clientKeyOf: (req) => deps.accountOf?.(req) ?? { address: clientKeyOf(addressOf(req)) },
          Response: everyHeader.Response,
        },
        { parameters: limits.queryParameters, connections: Math.min(httpLimits.connections, budget.connections) },
      ),
    schemaController: documentOnly,
    bodyLimit: maxBodyBytes,
    trustProxy: trustedProxies.length > 0 && trustProxies(trustedProxies),
    genReqId: newRequestId,
    routerOptions: { querystringParser: () => ({}), maxParamLength: maxSegmentLength },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    // Header timeouts expire in bursts; queue the 408s.
    clientErrorHandler: (error, socket) => {
      const respond = () => respondToClientError(error, socket, everyHeader.headers);
      if (!isRequestTimeout(error) || queue.isFree()) respond();
      else queue.enqueue({ address: 'timeouts' }, respond);
    },
    forceCloseConnections: 'idle',
    // Requests that arrive during the shutdown are still served.
    return503OnClosing: false,
  });
  // Some clients send a content type without a body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null);
    else parseJson(request, String(text), done);
  });
  app.setErrorHandler(answerError);
  // No record has a NUL in its id, and PostgreSQL refuses it.
  app.addHook('onRequest', async (request) => {
    if (/%00/.test(request.raw.url?.split('?', 1)[0] ?? ''))
      fail('not_found', 'The path contains a NUL character. Remove it.');
  });
  const routes = collectRoutes(app);
  const rejectUnknown = (request: FastifyRequest) => {
    throw notFound(request, routes);
  };
  // This is a route, since the router of Fastify's own handler parses the query.
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.route({
    method: app.supportedMethods,
    url: '/*',
    exposeHeadRoute: false,
    schema: { hide: true },
    config: { isPublic: true, isUnknown: true },
    // Runs before the body is read.
    onRequest: async (request) => rejectUnknown(request),
    handler: rejectUnknown,
  });
  app.setNotFoundHandler(rejectUnknown);
  // Direct routes set the header themselves (pipeline.ts).
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  return { app, queue, newRequestId, direct, downloadsAtOnce: budget.downloads };

  function observeFailure(error: unknown, requestId: string, method = '', route = ''): void {
    if (!(error instanceof HooklineError)) deps.observe({ kind: 'request_failed', requestId, method, route, error });
  }

  function reject(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    observeFailure(error, '', req.method, req.url?.split('?', 1)[0]);
    rejectRequest(req, res, countRefusal(deps.refusals, error, clientKeyOf(addressOf(req))));
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { routeOptions, id, method, ip } = request;
    const { isPublic = request.is404, isUnknown = request.is404 } = routeOptions?.config ?? {};
    const thrown = fromFramework(asKnown(error), routeOptions?.bodyLimit ?? maxBodyBytes);
    if (!isAbandoned(request, thrown)) observeFailure(thrown, id, method, routeOptions?.url);
    const known = isPublic ? countRefusal(deps.refusals, thrown, clientKeyOf(ip)) : thrown;
    if (known instanceof HooklineError && known.code === 'not_found' && isUnknown && acceptsHtml(request)) {
      return reply
        .code(404)
        .headers({ ...notFoundPage.headers, 'x-request-id': id })
        .send(notFoundPage.body);
    }
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const problem = toProblem(known, { publicUrl: deps.publicUrl(), path, requestId: request.id });
    const startedAt = performance.now() - reply.elapsedTime;
    deps.logRefusal?.(request.raw, isUnknown ? undefined : routeOptions?.url, { id, startedAt, ...problem });
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

/** Whether the client left before the first byte of a file, which ends its stream without a failure. */
function isAbandoned({ raw }: FastifyRequest, error: unknown): boolean {
  return raw.socket.destroyed && errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Browsers send text/html; programs do not, or accept everything. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') ?? false;
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
  if (allowed.includes(request.method))
    return new HooklineError(
      'uri_too_long',
      `A segment of the path has more than ${maxSegmentLength} characters. Shorten it.`,
    );
  if (allowed.length > 0) {
    return new HooklineError(
      'method_not_allowed',
      `${request.method} is not allowed for this path. Use ${allowed.join(', ')}.`,
      { headers: { allow: allowed.join(', ') } },
    );
  }
  return new HooklineError('not_found', 'There is no endpoint at this path. /docs/api lists the endpoints.');
}
