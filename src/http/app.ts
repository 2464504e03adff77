// The server: every middleware in order, then every route. Read this file and you know what the service answers.
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createRefusals } from '../accounts/refusals.ts';
import { type ErrorCode, errorTable, fail, HooklineError } from '../errors.ts';
import { randomBase62 } from '../ids.ts';
import type { Metrics } from '../metrics.ts';
import { holderEntries } from './account.ts';
import type { AccountParts } from './account-endpoints.ts';
import { createAccountHandlers } from './account-endpoints.ts';
import { createAddressOf } from './address.ts';
import { apiEntries } from './api.ts';
import { createChangesHandlers } from './changes.ts';
import { registerDemoHooks } from './demo-hooks.ts';
import { createDoor, type DoorParts, type Serve } from './door.ts';
import { type DownloadParts, registerDownload } from './download.ts';
import { registerEntries } from './entry.ts';
import { createExportHandlers, type ExportParts } from './exports.ts';
import { createHooksHandlers, type HooksParts } from './hooks.ts';
import { registerKeyRequests } from './key-requests.ts';
import { type OperatorParts, registerOperator } from './operator.ts';
import { registerOperatorAudit } from './operator-audit.ts';
import { createOperatorDoor, type OperatorDoorParts } from './operator-door.ts';
import { registerOperatorHealth } from './operator-health.ts';
import { registerOperatorHooks } from './operator-hooks.ts';
import { type ImportParts, registerImport } from './operator-import.ts';
import { registerOperatorImports } from './operator-imports.ts';
import { registerOperatorSources } from './operator-sources.ts';
import { registerOperatorUsage } from './operator-usage.ts';
import { registerOperatorValues } from './operator-values.ts';
import { registerOperatorWebhooks } from './operator-webhooks.ts';
import { registerPages } from './pages.ts';
import { registerPlans } from './plans.ts';
import { asKnown, problemType, toProblem } from './problem.ts';
import { registerReference } from './reference.ts';
import { registerReferencePages } from './reference-pages.ts';
import { createServer } from './server.ts';
import { registerOperatorSignIn, registerSignIn } from './sign-in.ts';
import { registerStatus, type StatusRouteParts } from './status.ts';
import { createTrendsHandlers } from './trends.ts';
import { createUsageHistoryHandlers } from './usage-history.ts';
import { type WebhookParts, webhookEntries } from './webhooks.ts';

export type AppParts = Omit<DoorParts, 'refusals' | 'addressOf' | 'countAnswer' | 'newRequestId'> &
  HooksParts &
  AccountParts &
  ExportParts &
  WebhookParts &
  Omit<DownloadParts, 'countAnswer'> &
  OperatorParts &
  OperatorDoorParts &
  StatusRouteParts &
  Omit<ImportParts, 'minViews'> & { metrics: Metrics; isReady: () => boolean };

const maxBodyBytes = 256 * 1024;

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const run = randomBase62(6);
  let requests = 0;
  const newRequestId = () => `req_${run}${(++requests).toString(36)}`;
  const direct = new Map<string, Serve>();
  const app = Fastify({
    logger: false,
    serverFactory: (others) => createServer(direct, others),
    bodyLimit: maxBodyBytes,
    trustProxy: parts.config.trustedProxies.length > 0 && [...parts.config.trustedProxies],
    genReqId: newRequestId,
    routerOptions: { querystringParser: () => ({}), maxParamLength: 500 },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as FastifyRequest, reply as unknown as FastifyReply),
    clientErrorHandler,
    forceCloseConnections: 'idle',
  });
  // Parameters and bodies are read by parameters.ts and read-body.ts; the schemas of routes document.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(() => JSON.stringify);
  // Clients name the type of a body also where they send none.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null);
    else parseJson(request, String(text), done);
  });
  app.setErrorHandler(answerError);
  const routes = rememberRoutes(app);
  app.setNotFoundHandler((request, reply) => answerError(notFound(request, routes), request, reply));
  // Answers of the API leave through the door, which names the request itself.
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });

  await registerReference(app, parts);
  const refusals = createRefusals();
  const door = createDoor({
    ...parts,
    refusals,
    addressOf: createAddressOf(parts.config.trustedProxies),
    newRequestId,
    countAnswer: parts.metrics.countAnswer,
  });
  const handlers = {
    ...createHooksHandlers(parts),
    ...createTrendsHandlers(parts),
    ...createChangesHandlers(parts),
    ...createAccountHandlers(parts),
    ...createUsageHistoryHandlers(parts),
    ...createExportHandlers(parts),
  };
  registerEntries(app, door, [...apiEntries(handlers), ...webhookEntries(parts), ...holderEntries(parts)], direct);
  registerDownload(app, { ...parts, countAnswer: parts.metrics.countDownload });
  registerKeyRequests(app, parts, refusals);
  registerPlans(app);
  registerDemoHooks(app, parts);
  registerSignIn(app, parts);
  await registerPages(app);
  registerHealth(app, parts);
  registerStatus(app, parts);
  await app.register(async (operator) => {
    operator.addHook('onRequest', createOperatorDoor(parts, refusals));
    operator.addHook('onRoute', (route) => {
      route.schema = { hide: true, ...route.schema };
    });
    operator.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    registerOperator(operator, parts);
    registerOperatorSignIn(operator, parts);
    registerOperatorAudit(operator, parts);
    registerOperatorHealth(operator, { ...parts, dataDir: parts.config.dataDir });
    registerOperatorHooks(operator, parts);
    registerOperatorImports(operator, parts);
    registerOperatorSources(operator, { ...parts, updateEvery: parts.config.updateEvery });
    registerOperatorWebhooks(operator, parts);
    registerOperatorUsage(operator, parts);
    registerOperatorValues(operator);
    operator.get('/metrics', async (_request, reply) =>
      reply.type(parts.metrics.registry.contentType).send(await parts.metrics.registry.metrics()),
    );
    await operator.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      // The body of an import is a stream of any size, read by the importer itself.
      raw.addContentTypeParser('*', (_request, _payload, done) => done(null));
      registerImport(raw, { ...parts, minViews: parts.config.minViews });
    });
  });
  await registerReferencePages(app, parts);
  return app;

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const known = fromFramework(asKnown(error));
    if (!(known instanceof HooklineError)) {
      parts.observe({
        kind: 'request_failed',
        requestId: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? '',
        error,
      });
    }
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    const problem = toProblem(known, { publicUrl: parts.publicUrl(), path, requestId: request.id });
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

/** Fastify's own errors have a status; their texts are its own, so ours stand in. */
function fromFramework(error: unknown): unknown {
  if (error instanceof HooklineError) return error;
  const code = frameworkCodes[(error as FastifyError).statusCode ?? 0];
  if (code === undefined) return error;
  const details: Partial<Record<ErrorCode, string>> = {
    invalid_request: 'The request cannot be read. Check that its path and its JSON body are well-formed.',
    payload_too_large: `The body has more than ${maxBodyBytes / 1024} KiB.`,
    unsupported_media_type: 'Send JSON with Content-Type: application/json.',
  };
  return new HooklineError(code, details[code] ?? errorTable[code].title);
}

const clientErrors: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The address and headers have more than 16 KiB together. Send fewer or shorter parameters.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request_timeout',
    'The request took too long to arrive: 20 s are given to its headers, 60 s to its body.',
  ],
};

/** Requests that node:http could not even parse never reach Fastify, but get a problem document all the same. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [code, detail] = clientErrors[error.code ?? ''] ?? ['invalid_request', 'The request is not valid HTTP.'];
  const { status, headers, body } = toProblem(new HooklineError(code, detail), {
    publicUrl: '',
    path: '',
    requestId: `req_${randomBase62(10)}`,
  });
  const lines = Object.entries({
    ...headers,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${status} ${errorTable[code].title}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

type Route = { pattern: RegExp; method: string };

function rememberRoutes(app: FastifyInstance): Route[] {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z]+/g, '[^/]+')}$`);
    for (const one of [method].flat()) routes.push({ pattern, method: one });
  });
  return routes;
}

function notFound(request: FastifyRequest, routes: readonly Route[]): HooklineError {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const allowed = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
  if (allowed.length > 0) {
    return new HooklineError(
      'method_not_allowed',
      `${request.method} is not possible here. Use ${allowed.join(', ')}.`,
      { headers: { allow: allowed.join(', ') } },
    );
  }
  return new HooklineError('not_found', 'There is nothing at this address. GET /docs lists the endpoints.');
}

function registerHealth(app: FastifyInstance, { isReady, catalog }: AppParts): void {
  app.get('/health/live', { schema: { summary: 'The process answers' } }, async () => ({
    status: 'ok',
  }));
  app.get('/health/ready', { schema: { summary: 'The process serves the catalog' } }, async () => {
    if (!isReady()) fail('unavailable', 'The service is starting or stopping.', { retryAfterSeconds: 2 });
    const { version, size } = catalog().snapshot;
    return { status: 'ok', catalog_version: version, hooks: size };
  });
}
