// HTTP server: every middleware in order, then every endpoint. Start reading here to see what the service serves.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import { limitDownloads } from '../exports/download.ts';
import {
  accountDataEndpoints,
  memberEndpoints,
  ownAccountEndpoints,
  planRequestEndpoints,
  sourceRequestEndpoints,
} from './endpoints/account/account.ts';
import { accountEndpoints, leakedKeyEndpoints } from './endpoints/account/keys.ts';
import { requestLogEndpoints, usageHistoryEndpoints } from './endpoints/account/usage.ts';
import { demoEndpoints } from './endpoints/catalog/demo.ts';
import { hookEndpoints, listEndpoints, randomEndpoints } from './endpoints/catalog/hooks.ts';
import { changeEndpoints, metaEndpoints, taxonomyEndpoints } from './endpoints/catalog/meta.ts';
import { checkEndpoints, demoCheckEndpoints, similarEndpoints } from './endpoints/catalog/similar.ts';
import { adaptEndpoints, templateEndpoints } from './endpoints/catalog/templates.ts';
import { trendAlertEndpoints, trendEndpoints } from './endpoints/catalog/trends.ts';
import { collectionEndpoints, collectionHookEndpoints, sharePageEndpoints } from './endpoints/collections.ts';
import { downloadEndpoints } from './endpoints/download.ts';
import { exportEndpoints, scheduleEndpoints } from './endpoints/exports.ts';
import { keyRequestEndpoints, planEndpoints } from './endpoints/plans.ts';
import { pageErrorEndpoints, reportEndpoints } from './endpoints/reports.ts';
import { digestEndpoints, digestLinkEndpoints, feedEndpoints, searchEndpoints } from './endpoints/searches.ts';
import { membershipEndpoints, sessionEndpoints } from './endpoints/sign-in/sessions.ts';
import { operatorSignInEndpoints, passkeyEndpoints, signInEndpoints } from './endpoints/sign-in/sign-in.ts';
import { signUpEndpoints } from './endpoints/sign-in/sign-up.ts';
import { healthEndpoints, statusEndpoints } from './endpoints/status.ts';
import { longPollPath, webhookEndpoints, webhookLogEndpoints } from './endpoints/webhooks.ts';
import { mcpEndpoints } from './mcp/endpoint.ts';
import { registerOAuth } from './mcp/oauth/routes.ts';
import { operatorAccountEndpoints, operatorErasureEndpoints, operatorViewEndpoints } from './operator/accounts.ts';
import { announcementEndpoints } from './operator/announcements.ts';
import { operatorAuditEndpoints, operatorRequestLogEndpoints } from './operator/audit.ts';
import { operatorExportEndpoints } from './operator/exports.ts';
import {
  operatorHealthEndpoints,
  setupEndpoints,
  waitingEndpoints,
  watchEventLoop,
  watchHealth,
} from './operator/health.ts';
import { duplicateEndpoints, operatorEditEndpoints, operatorHookEndpoints, trustEndpoints } from './operator/hooks.ts';
import { importEndpoints, operatorImportEndpoints } from './operator/imports.ts';
import { operatorEndpoints } from './operator/operators.ts';
import { operatorSourceEndpoints, operatorSourceRequestEndpoints, secretEndpoints } from './operator/sources.ts';
import { takedownEndpoints } from './operator/takedowns.ts';
import { emptySearchEndpoints, operatorUsageEndpoints } from './operator/usage.ts';
import { labelEndpoints, operatorPlatformEndpoints, operatorValueEndpoints } from './operator/values.ts';
import { operatorWebhookEndpoints } from './operator/webhooks.ts';
import { registerReferencePages } from './pages/docs-pages.ts';
import { registerPages } from './pages/pages.ts';
import {
  type AuthenticateOperator,
  createFindKey,
  createLookUpKey,
  createOperatorAuth,
  createRefusalLog,
  hasSession,
} from './pipeline/caller/authenticate.ts';
import { type Endpoint, toTarget } from './pipeline/endpoint.ts';
import { clientKeyOf, createAddressOf } from './pipeline/ip-address.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createConcurrencyLimiter } from './pipeline/rate-limits.ts';
import { type InTurn, type IsWelcome, registerEndpoints } from './pipeline/register-endpoints.ts';
import { createFastify } from './server/fastify.ts';
import type { ServerServices, Services } from './services.ts';

/** Services without `ServerServices`, which are created here together with the server. */
export type AppServices = Omit<Services, keyof ServerServices>;

export async function createApp(given: AppServices): Promise<FastifyInstance> {
  const { config, metrics, signIn } = given;
  const addressOf = createAddressOf(config.trustedProxies);
  const lookUpKey = createLookUpKey({ ...given, addressOf });
  const accountOf = (req: IncomingMessage) => {
    const found = lookUpKey(req);
    return typeof found === 'string' ? undefined : { account: found.accountId };
  };
  const refusals = createRateLimiter();
  const { app, queue, newRequestId, direct, downloadsAtOnce } = createFastify({
    ...given,
    refusals,
    accountOf,
    logRefusal: createRefusalLog(lookUpKey, given.requestLog),
  });
  const stopping = new AbortController();
  const services: Services = {
    ...given,
    refusals,
    addressOf,
    queue,
    concurrency: createConcurrencyLimiter(config.limits),
    eventLoop: watchEventLoop(),
    stopping: stopping.signal,
    beginDownload: limitDownloads({ ...config.limits, downloadsAtOnce }),
  };
  const stopWatching = watchHealth(services);
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onClose', async () => {
    stopWatching();
    services.eventLoop.stop();
  });
  const inTurn: InTurn = (req, work) => services.concurrency.run(clientKeyOf(addressOf(req)), work);
  const findKey = createFindKey(services);
  const isWelcome: IsWelcome = async (req, findCaller) => {
    if (!findCaller && hasSession(req))
      return (await inTurn(req, () => signIn.sessionOf(req.headers.cookie ?? ''))) !== undefined;
    const found = await (findCaller ?? findKey)(req, toTarget(req.url ?? ''));
    return typeof found !== 'string' && refusals.waitSeconds(found.keyId) === 0;
  };
  const pipeline = createPipeline({
    ...services,
    findKey,
    newRequestId,
    responseCounterOf: (route) =>
      route === longPollPath ? metrics.downloadCounterOf(route) : metrics.responseCounterOf(route),
  });
  const requireOperator = createOperatorAuth(services, refusals);
  const authenticateOperator: AuthenticateOperator = (request, access) =>
    hasSession(request.raw)
      ? inTurn(request.raw, () => requireOperator(request, access))
      : requireOperator(request, access);
  const endpoints = createEndpoints(services);
  const findAppKey = createFindKey({ ...services, audience: 'mcp' });
  const mcp = mcpEndpoints({ ...services, pipeline, findKey: findAppKey, endpoints });
  await registerOAuth(app, { ...services, inTurn });
  registerEndpoints(app, [...endpoints, ...mcp], { pipeline, direct, isWelcome, inTurn, authenticateOperator });
  await registerPages(app);
  registerReferencePages(app, { ...services, endpoints });
  return app;
}

const endpointsOf: readonly ((services: Services) => Endpoint[])[] = [
  listEndpoints,
  randomEndpoints,
  hookEndpoints,
  trendEndpoints,
  changeEndpoints,
  checkEndpoints,
  templateEndpoints,
  adaptEndpoints,
  similarEndpoints,
  taxonomyEndpoints,
  metaEndpoints,
  usageHistoryEndpoints,
  requestLogEndpoints,
  exportEndpoints,
  scheduleEndpoints,
  searchEndpoints,
  collectionEndpoints,
  collectionHookEndpoints,
  sharePageEndpoints,
  digestEndpoints,
  digestLinkEndpoints,
  trendAlertEndpoints,
  feedEndpoints,
  downloadEndpoints,
  webhookLogEndpoints,
  webhookEndpoints,
  ownAccountEndpoints,
  accountEndpoints,
  leakedKeyEndpoints,
  sessionEndpoints,
  memberEndpoints,
  membershipEndpoints,
  keyRequestEndpoints,
  planRequestEndpoints,
  sourceRequestEndpoints,
  reportEndpoints,
  pageErrorEndpoints,
  planEndpoints,
  demoEndpoints,
  demoCheckEndpoints,
  signInEndpoints,
  signUpEndpoints,
  passkeyEndpoints,
  healthEndpoints,
  statusEndpoints,
  accountDataEndpoints,
  operatorAccountEndpoints,
  operatorErasureEndpoints,
  operatorViewEndpoints,
  operatorSignInEndpoints,
  operatorEndpoints,
  announcementEndpoints,
  operatorAuditEndpoints,
  operatorExportEndpoints,
  operatorHealthEndpoints,
  setupEndpoints,
  operatorHookEndpoints,
  operatorEditEndpoints,
  duplicateEndpoints,
  labelEndpoints,
  importEndpoints,
  operatorImportEndpoints,
  operatorPlatformEndpoints,
  trustEndpoints,
  operatorSourceEndpoints,
  operatorSourceRequestEndpoints,
  secretEndpoints,
  takedownEndpoints,
  operatorUsageEndpoints,
  emptySearchEndpoints,
  operatorRequestLogEndpoints,
  operatorValueEndpoints,
  waitingEndpoints,
  operatorWebhookEndpoints,
];

/** Returns every endpoint of the API, without pages and their assets. */
export function createEndpoints(services: Services): Endpoint[] {
  return endpointsOf.flatMap((create) => create(services));
}
