// HTTP server: every middleware in order, then every endpoint. Start reading here to see what the service serves.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { OperatorDeps } from '../auth/operators.ts';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import { limitDownloads } from '../exports/download.ts';
import type { HistoryDeps } from '../quota/usage-history.ts';
import type { SecretDeps } from '../secrets/actions.ts';
import type { SetupDeps } from '../status/setup.ts';
import {
  accountDataEndpoints,
  type MemberDeps,
  memberEndpoints,
  type PlanRequestDeps,
  planRequestEndpoints,
} from './endpoints/account/account.ts';
import {
  type AccountDeps,
  accountEndpoints,
  type LeakedKeyDeps,
  leakedKeyEndpoints,
} from './endpoints/account/keys.ts';
import { type RequestLogDeps, requestLogEndpoints, usageHistoryEndpoints } from './endpoints/account/usage.ts';
import { type DemoDeps, demoEndpoints } from './endpoints/catalog/demo.ts';
import {
  type HookDeps,
  hookEndpoints,
  type ListDeps,
  listEndpoints,
  randomEndpoints,
} from './endpoints/catalog/hooks.ts';
import { changeEndpoints, type MetaDeps, metaEndpoints, taxonomyEndpoints } from './endpoints/catalog/meta.ts';
import {
  type CheckEndpointDeps,
  checkEndpoints,
  demoCheckEndpoints,
  type SimilarEndpointDeps,
  similarEndpoints,
} from './endpoints/catalog/similar.ts';
import { type AdaptDeps, adaptEndpoints, type TemplateDeps, templateEndpoints } from './endpoints/catalog/templates.ts';
import { type TrendAlertDeps, trendAlertEndpoints, trendEndpoints } from './endpoints/catalog/trends.ts';
import {
  type CollectionDeps,
  collectionEndpoints,
  collectionHookEndpoints,
  type SharePageDeps,
  sharePageEndpoints,
} from './endpoints/collections.ts';
import { type DownloadDeps, downloadEndpoints } from './endpoints/download.ts';
import { type ExportDeps, exportEndpoints, scheduleEndpoints } from './endpoints/exports.ts';
import { type KeyRequestDeps, keyRequestEndpoints, type PlanDeps, planEndpoints } from './endpoints/plans.ts';
import { type PageErrorDeps, pageErrorEndpoints, type ReportDeps, reportEndpoints } from './endpoints/reports.ts';
import {
  type DigestEndpointDeps,
  digestEndpoints,
  digestLinkEndpoints,
  type FeedDeps,
  feedEndpoints,
  type SavedSearchDeps,
  searchEndpoints,
} from './endpoints/searches.ts';
import { type MembershipDeps, membershipEndpoints, sessionEndpoints } from './endpoints/sign-in/sessions.ts';
import {
  operatorSignInEndpoints,
  passkeyEndpoints,
  type SignInDeps,
  signInEndpoints,
} from './endpoints/sign-in/sign-in.ts';
import { type SignUpDeps, signUpEndpoints } from './endpoints/sign-in/sign-up.ts';
import { type HealthDeps, healthEndpoints, type StatusDeps, statusEndpoints } from './endpoints/status.ts';
import {
  longPollPath,
  type WebhookDeps,
  type WebhookLogDeps,
  webhookEndpoints,
  webhookLogEndpoints,
} from './endpoints/webhooks.ts';
import { mcpEndpoints } from './mcp/endpoint.ts';
import { type OAuthDeps, registerOAuth } from './mcp/oauth/routes.ts';
import {
  type ErasureDeps,
  type OperatorAccountDeps,
  operatorAccountEndpoints,
  operatorErasureEndpoints,
  operatorViewEndpoints,
} from './operator/accounts.ts';
import { announcementEndpoints, type OperatorAnnouncementDeps } from './operator/announcements.ts';
import { operatorAuditEndpoints, operatorRequestLogEndpoints } from './operator/audit.ts';
import { type OperatorExportDeps, operatorExportEndpoints } from './operator/exports.ts';
import {
  type OperatorHealthDeps,
  operatorHealthEndpoints,
  setupEndpoints,
  waitingEndpoints,
  watchEventLoop,
  watchHealth,
} from './operator/health.ts';
import {
  duplicateEndpoints,
  type OperatorHookDeps,
  operatorEditEndpoints,
  operatorHookEndpoints,
  trustEndpoints,
} from './operator/hooks.ts';
import {
  type ImportDeps,
  importEndpoints,
  type OperatorImportDeps,
  operatorImportEndpoints,
} from './operator/imports.ts';
import { operatorEndpoints } from './operator/operators.ts';
import { type OperatorSourceDeps, operatorSourceEndpoints, secretEndpoints } from './operator/sources.ts';
import { type TakedownDeps, takedownEndpoints } from './operator/takedowns.ts';
import { operatorUsageEndpoints } from './operator/usage.ts';
import {
  type LabelDeps,
  labelEndpoints,
  operatorPlatformEndpoints,
  operatorValueEndpoints,
  type PlatformDeps,
} from './operator/values.ts';
import { operatorWebhookEndpoints } from './operator/webhooks.ts';
import { registerReferencePages } from './pages/docs-pages.ts';
import { registerPages } from './pages/pages.ts';
import {
  type AuthenticateOperator,
  createFindKey,
  createLookUpKey,
  createOperatorAuth,
  createRefusalLog,
  type FindKeyDeps,
  hasSession,
  type OperatorAuthDeps,
} from './pipeline/caller/authenticate.ts';
import { type Endpoint, toTarget } from './pipeline/endpoint.ts';
import { clientKeyOf, createAddressOf } from './pipeline/ip-address.ts';
import { createPipeline, type PipelineDeps } from './pipeline/pipeline.ts';
import { createConcurrencyLimiter } from './pipeline/rate-limits.ts';
import { type InTurn, type IsWelcome, registerEndpoints } from './pipeline/register-endpoints.ts';
import { createFastify } from './server/fastify.ts';

export type EndpointDeps = ListDeps &
  HookDeps &
  DemoDeps &
  CheckEndpointDeps &
  SimilarEndpointDeps &
  TemplateDeps &
  AdaptDeps &
  MetaDeps &
  HistoryDeps &
  RequestLogDeps &
  ExportDeps &
  SavedSearchDeps &
  CollectionDeps &
  SharePageDeps &
  FeedDeps &
  DigestEndpointDeps &
  TrendAlertDeps &
  WebhookDeps &
  WebhookLogDeps &
  DownloadDeps &
  AccountDeps &
  LeakedKeyDeps &
  MemberDeps &
  MembershipDeps &
  KeyRequestDeps &
  PlanRequestDeps &
  ReportDeps &
  PageErrorDeps &
  SignInDeps &
  SignUpDeps &
  PlanDeps &
  StatusDeps &
  HealthDeps &
  OperatorAccountDeps &
  OperatorAnnouncementDeps &
  ErasureDeps &
  OperatorDeps &
  OperatorExportDeps &
  OperatorHookDeps &
  LabelDeps &
  PlatformDeps &
  OperatorHealthDeps &
  SetupDeps &
  OperatorImportDeps &
  OperatorSourceDeps &
  SecretDeps &
  TakedownDeps &
  ImportDeps;

export type AppDeps = Omit<
  EndpointDeps,
  'beginDownload' | 'refusals' | 'addressOf' | 'concurrency' | 'queue' | 'responseCounterOf' | 'eventLoop' | 'stopping'
> &
  Omit<PipelineDeps, 'findKey' | 'refusals' | 'concurrency' | 'addressOf' | 'responseCounterOf' | 'newRequestId'> &
  Pick<FindKeyDeps, 'keyring'> &
  Omit<OAuthDeps, 'refusals' | 'inTurn'> &
  OperatorAuthDeps;

export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const addressOf = createAddressOf(deps.config.trustedProxies);
  const lookUpKey = createLookUpKey({ ...deps, addressOf });
  const accountOf = (req: IncomingMessage) => {
    const found = lookUpKey(req);
    return typeof found === 'string' ? undefined : { account: found.accountId };
  };
  const { metrics, config, signIn } = deps;
  const refusals = createRateLimiter();
  const { app, queue, newRequestId, direct, downloadsAtOnce } = createFastify({
    ...deps,
    refusals,
    accountOf,
    logRefusal: createRefusalLog(lookUpKey, deps.requestLog),
  });
  const eventLoop = watchEventLoop();
  const stopWatching = watchHealth({ ...deps, eventLoop });
  app.addHook('onClose', async () => {
    stopWatching();
    eventLoop.stop();
  });
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  const concurrency = createConcurrencyLimiter(config.limits);
  const inTurn: InTurn = (req, work) => concurrency.run(clientKeyOf(addressOf(req)), work);
  const findKey = createFindKey({ ...deps, refusals, addressOf });
  const isWelcome: IsWelcome = async (req, findCaller) => {
    if (!findCaller && hasSession(req))
      return (await inTurn(req, () => signIn.sessionOf(req.headers.cookie ?? ''))) !== undefined;
    const found = await (findCaller ?? findKey)(req, toTarget(req.url ?? ''));
    return typeof found !== 'string' && refusals.waitSeconds(found.keyId) === 0;
  };
  const pipeline = createPipeline({
    ...deps,
    findKey,
    refusals,
    concurrency,
    addressOf,
    newRequestId,
    responseCounterOf: (route) =>
      route === longPollPath ? metrics.downloadCounterOf(route) : metrics.responseCounterOf(route),
  });
  const requireOperator = createOperatorAuth(deps, refusals);
  const authenticateOperator: AuthenticateOperator = (request, access) =>
    hasSession(request.raw)
      ? inTurn(request.raw, () => requireOperator(request, access))
      : requireOperator(request, access);
  const endpoints = createEndpoints({
    ...deps,
    refusals,
    addressOf,
    concurrency,
    queue,
    eventLoop,
    stopping: stopping.signal,
    beginDownload: limitDownloads({ ...config.limits, downloadsAtOnce }),
    responseCounterOf: metrics.downloadCounterOf,
  });
  const findCaller = createFindKey({ ...deps, refusals, addressOf, audience: 'mcp' });
  const mcp = mcpEndpoints({ ...deps, pipeline, findKey: findCaller, endpoints });
  await registerOAuth(app, { ...deps, refusals, inTurn });
  registerEndpoints(app, [...endpoints, ...mcp], { pipeline, direct, isWelcome, inTurn, authenticateOperator });
  await registerPages(app);
  registerReferencePages(app, { ...deps, endpoints });
  return app;
}

/** Every endpoint of the API. Pages and their assets are not among them. */
export function createEndpoints(deps: EndpointDeps): Endpoint[] {
  return [
    ...listEndpoints(deps),
    ...randomEndpoints(deps),
    ...hookEndpoints(deps),
    ...trendEndpoints(deps),
    ...changeEndpoints(deps),
    ...checkEndpoints(deps),
    ...templateEndpoints(deps),
    ...adaptEndpoints(deps),
    ...similarEndpoints(deps),
    ...taxonomyEndpoints(deps),
    ...metaEndpoints(deps),
    ...usageHistoryEndpoints(deps),
    ...requestLogEndpoints(deps),
    ...exportEndpoints(deps),
    ...scheduleEndpoints(deps),
    ...searchEndpoints(deps),
    ...collectionEndpoints(deps),
    ...collectionHookEndpoints(deps),
    ...sharePageEndpoints(deps),
    ...digestEndpoints(deps),
    ...digestLinkEndpoints(deps),
    ...trendAlertEndpoints(deps),
    ...feedEndpoints(deps),
    ...downloadEndpoints(deps),
    ...webhookLogEndpoints(deps),
    ...webhookEndpoints(deps),
    ...accountEndpoints(deps),
    ...leakedKeyEndpoints(deps),
    ...sessionEndpoints(deps),
    ...memberEndpoints(deps),
    ...membershipEndpoints(deps),
    ...keyRequestEndpoints(deps),
    ...planRequestEndpoints(deps),
    ...reportEndpoints(deps),
    ...pageErrorEndpoints(deps),
    ...planEndpoints(deps),
    ...demoEndpoints(deps),
    ...demoCheckEndpoints(deps),
    ...signInEndpoints(deps),
    ...signUpEndpoints(deps),
    ...passkeyEndpoints(deps),
    ...healthEndpoints(deps),
    ...statusEndpoints(deps),
    ...accountDataEndpoints(deps),
    ...operatorAccountEndpoints(deps),
    ...operatorErasureEndpoints(deps),
    ...operatorViewEndpoints(deps),
    ...operatorSignInEndpoints(deps),
    ...operatorEndpoints(deps),
    ...announcementEndpoints(deps),
    ...operatorAuditEndpoints(deps),
    ...operatorExportEndpoints(deps),
    ...operatorHealthEndpoints(deps),
    ...setupEndpoints(deps),
    ...operatorHookEndpoints(deps),
    ...operatorEditEndpoints(deps),
    ...duplicateEndpoints(deps),
    ...labelEndpoints(deps),
    ...importEndpoints(deps),
    ...operatorImportEndpoints(deps),
    ...operatorPlatformEndpoints(deps),
    ...trustEndpoints(deps),
    ...operatorSourceEndpoints(deps),
    ...secretEndpoints(deps),
    ...takedownEndpoints(deps),
    ...operatorUsageEndpoints(deps),
    ...operatorRequestLogEndpoints(deps),
    ...operatorValueEndpoints(deps),
    ...waitingEndpoints(deps),
    ...operatorWebhookEndpoints(deps),
  ];
}
