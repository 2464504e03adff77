// Routes every endpoint: endpoints for keys and sessions through the pipeline, public and operator endpoints through Fastify.
import type { IncomingMessage } from 'node:http';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import type { Actor } from '../../audit/actor.ts';
import { actorOf, type Session } from '../../auth/sessions.ts';
import { fail } from '../../lib/errors.ts';
import type { AuthenticateOperator } from './caller/authenticate.ts';
import { type CallerEndpoint, type ClientEndpoint, type Endpoint, toTarget } from './endpoint.ts';
import type { Pipeline, Serve } from './pipeline.ts';
import { maxPublicBodyBytes } from './read-body.ts';
import type { HttpResponse } from './response.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a key, so refusals count for the address. */
    isPublic?: boolean;
    /** The route's 404 is a page for browsers. */
    isUnknown?: boolean;
  }
}

export type RoutingDeps = {
  pipeline: Pipeline;
  /** Requests for exactly these paths bypass Fastify. */
  direct: Map<string, Serve>;
  isWelcome: IsWelcome;
  inTurn: InTurn;
  authenticateOperator: AuthenticateOperator;
};
/** Whether the request has a valid key or session, and is not certain to be refused. */
export type IsWelcome = (req: IncomingMessage, findCaller: CallerEndpoint['findCaller']) => Promise<boolean>;
/** Runs work that uses the database when it is the turn of the request's address. */
export type InTurn = <T>(req: IncomingMessage, work: () => T | Promise<T>) => Promise<T>;
type Params = { Params: Record<string, string> };
type Request = FastifyRequest<Params>;
type Route = RouteOptions<RawServerDefault, RawRequestDefaultExpression, RawReplyDefaultExpression, Params>;

export function registerEndpoints(app: FastifyInstance, endpoints: readonly Endpoint[], deps: RoutingDeps): void {
  for (const endpoint of endpoints)
    if (isOfCaller(endpoint)) registerCallerEndpoint(app, endpoint, deps);
    else registerClientEndpoint(app, endpoint, deps.authenticateOperator, deps.inTurn);
}

function isOfCaller(endpoint: Endpoint): endpoint is CallerEndpoint {
  return endpoint.audience !== 'public' && endpoint.audience !== 'operator';
}

/** Browsers send a preflight before a page of another site may send headers such as If-None-Match. */
const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

function registerCallerEndpoint(
  app: FastifyInstance,
  endpoint: CallerEndpoint,
  { pipeline, direct, isWelcome }: RoutingDeps,
): void {
  const { method, path, findCaller } = endpoint;
  const serve = pipeline.serve(endpoint);
  if (method === 'GET' && !path.includes(':')) direct.set(path, serve);
  const handler = (request: Request, reply: FastifyReply) => {
    reply.hijack();
    serve(request.raw, reply.raw, toTarget(request.raw.url ?? '', request.params, request.body));
  };
  if (endpoint.isCrossOrigin)
    app.options(path, { schema: { hide: true } }, (_request, reply) => reply.code(204).headers(preflight).send());
  app.route<Params>({
    method,
    url: path,
    // The pipeline refuses the request before its body is read.
    onRequest: async (request, reply) => {
      if (method !== 'GET' && !(await isWelcome(request.raw, findCaller).catch(() => false))) handler(request, reply);
    },
    handler,
  });
}

/** Limit of public endpoints in characters: anyone can send requests to them, and a long URL takes long to decode. */
const maxPublicUrlLength = 2000;
const urlTooLong = `The path and query of this endpoint have at most ${maxPublicUrlLength} characters. Shorten them.`;

/** Routes a public or operator endpoint. */
export function registerClientEndpoint(
  app: FastifyInstance,
  endpoint: ClientEndpoint,
  authenticateOperator: AuthenticateOperator,
  inTurn: InTurn = (_req, work) => Promise.resolve(work()),
): void {
  const { method, path, isInMemory, onRequest } = endpoint;
  const isOperators = endpoint.audience === 'operator';
  if (!app.hasRequestDecorator(operatorSession)) app.decorateRequest(operatorSession, null);
  const options: Route = {
    method,
    url: path,
    ...(isOperators
      ? {}
      : { bodyLimit: maxPublicBodyBytes, config: { isPublic: true, ...(endpoint.isPage ? { isUnknown: true } : {}) } }),
    onRequest: async (request) => {
      if (endpoint.audience === 'operator')
        request.setDecorator(operatorSession, await authenticateOperator(request, endpoint));
      else if ((request.raw.url?.length ?? 0) > maxPublicUrlLength) fail('uri_too_long', urlTooLong);
      onRequest?.(request.ip);
    },
    handler: async (request, reply) => {
      if (isOperators) reply.header('cache-control', 'no-store');
      if ('streamHandler' in endpoint) return endpoint.streamHandler(request, reply);
      const handle = () => endpoint.handle(toClientRequest(request));
      return send(reply, await (isOperators || isInMemory ? handle() : inTurn(request.raw, handle)));
    },
  };
  if (endpoint.handlesHead) {
    // Fastify's own HEAD route would read a streamed file to its end to find its length.
    options.exposeHeadRoute = false;
    app.route<Params>({ ...options, method: 'HEAD' });
  }
  if (endpoint.streamsBody) app.register(async (streaming) => leaveBodyUnread(streaming).route<Params>(options));
  else app.route<Params>(options);
}

function leaveBodyUnread(app: FastifyInstance): FastifyInstance {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return app;
}

function toClientRequest(request: Request) {
  const { raw, params, body, headers, method, ip } = request;
  const actor = (): Actor => operatorOf(request);
  const session = sessionOf(request);
  return { ...toTarget(raw.url ?? '', params, body), headers, method, ip, requestId: request.id, actor, session };
}

/** Returns the operator as actor of the audit log. */
export function operatorOf(request: FastifyRequest): Actor {
  const session = sessionOf(request);
  const client = { requestId: request.id, address: request.ip };
  return session ? actorOf(session, client) : { kind: 'operator', keyId: null, ...client };
}

/** Decorator with the session of the operator; null for the operator key. */
const operatorSession = 'operatorSession';

export function sessionOf(request: FastifyRequest): Session | null {
  return request.getDecorator<Session | null>(operatorSession);
}

function send(reply: FastifyReply, { status, headers, body }: HttpResponse): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
  reply.code(status);
  return status === 204 ? reply.removeHeader('content-type').send() : reply.send(Buffer.from(body, 'latin1'));
}
