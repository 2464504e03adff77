// HTTP server: every middleware in order, then every endpoint. Start reading here to see what the service serves.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import type { HistoryDeps } from '../quota/usage-history.ts';
import { changeEndpoints } from './endpoints/changes.ts';
import { demoEndpoints } from './endpoints/demo-hooks.ts';
import { type DownloadDeps, downloadEndpoints } from './endpoints/download.ts';
import { type ExportDeps, exportEndpoints } from './endpoints/exports.ts';
import { type HealthDeps, healthEndpoints } from './endpoints/health.ts';
import { type HooksDeps, hookEndpoints } from './endpoints/hooks.ts';
import { type KeyRequestDeps, keyRequestEndpoints } from './endpoints/key-requests.ts';
import { accountEndpoints } from './endpoints/keys.ts';
import { type MetaDeps, metaEndpoints } from './endpoints/meta.ts';
import { planEndpoints } from './endpoints/plans.ts';
import { operatorSignInEndpoints, type SignInDeps, signInEndpoints } from './endpoints/sign-in.ts';
import { type StatusDeps, statusEndpoints } from './endpoints/status.ts';
import { taxonomyEndpoints } from './endpoints/taxonomy.ts';
import { trendEndpoints } from './endpoints/trends.ts';
import { usageHistoryEndpoints } from './endpoints/usage-history.ts';
import { type WebhookDeps, webhookEndpoints } from './endpoints/webhooks.ts';
import { type OperatorAccountDeps, operatorAccountEndpoints } from './operator/accounts.ts';
import { operatorAuditEndpoints } from './operator/audit.ts';
import { watchEventLoop } from './operator/event-loop.ts';
import { type OperatorExportDeps, operatorExportEndpoints } from './operator/exports.ts';
import { type OperatorHealthDeps, operatorHealthEndpoints } from './operator/health.ts';
import { operatorHookEndpoints } from './operator/hooks.ts';
import { type ImportDeps, importEndpoints } from './operator/import.ts';
import { operatorImportEndpoints } from './operator/imports.ts';
import { type OperatorSourceDeps, operatorSourceEndpoints } from './operator/sources.ts';
import { operatorUsageEndpoints } from './operator/usage.ts';
import { operatorValueEndpoints } from './operator/values.ts';
import { operatorWebhookEndpoints } from './operator/webhooks.ts';
import { registerPages } from './pages/pages.ts';
import { registerReference } from './pages/reference.ts';
import { registerReferencePages } from './pages/reference-pages.ts';
import type { Endpoint } from './pipeline/endpoint.ts';
import { createOperatorAuth, type OperatorAuthDeps } from './pipeline/operator-auth.ts';
import { createPipeline, type PipelineDeps } from './pipeline/pipeline.ts';
import { registerEndpoints } from './pipeline/register-endpoints.ts';
import { hasSession } from './pipeline/session.ts';
import { createFastify } from './server/fastify.ts';
import { createAddressOf } from './server/ip-address.ts';

export type EndpointDeps = HooksDeps &
  MetaDeps &
  HistoryDeps &
  ExportDeps &
  WebhookDeps &
  DownloadDeps &
  KeyRequestDeps &
  SignInDeps &
  StatusDeps &
  HealthDeps &
  OperatorAccountDeps &
  OperatorExportDeps &
  OperatorHealthDeps &
  OperatorSourceDeps &
  ImportDeps;

export type AppDeps = Omit<EndpointDeps, 'refusals' | 'queue' | 'responseCounterOf' | 'eventLoop'> &
  Omit<PipelineDeps, 'refusals' | 'addressOf' | 'responseCounterOf' | 'newRequestId'> &
  OperatorAuthDeps;

export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const accountOf = ({ headers }: IncomingMessage) => {
    const found = deps.keyring.lookup(headers.authorization);
    return typeof found === 'string' ? undefined : { account: found.accountId };
  };
  const isKnown = (req: IncomingMessage): boolean | Promise<boolean> => {
    if (!hasSession(req)) return accountOf(req) !== undefined;
    return deps.signIn.sessionOf(req.headers.cookie ?? '').then((session) => session !== undefined);
  };
  const { metrics, config } = deps;
  const { app, queue, newRequestId, direct } = createFastify({ ...deps, accountOf });
  await registerReference(app, deps);
  const refusals = createRateLimiter();
  const eventLoop = watchEventLoop();
  app.addHook('onClose', async () => eventLoop.stop());
  const addressOf = createAddressOf(config.trustedProxies);
  const pipeline = createPipeline({
    ...deps,
    refusals,
    addressOf,
    newRequestId,
    responseCounterOf: metrics.responseCounterOf,
  });
  const authenticateOperator = createOperatorAuth(deps, refusals);
  const endpoints = createEndpoints({
    ...deps,
    refusals,
    queue,
    eventLoop,
    responseCounterOf: metrics.downloadCounterOf,
  });
  registerEndpoints(app, endpoints, { pipeline, direct, isKnown, authenticateOperator });
  await registerPages(app);
  await registerReferencePages(app, deps);
  return app;
}

/** Every endpoint of the API. Pages and their assets are not among them. */
export function createEndpoints(deps: EndpointDeps): Endpoint[] {
  return [
    ...hookEndpoints(deps),
    ...trendEndpoints(deps),
    ...changeEndpoints(deps),
    ...taxonomyEndpoints(deps),
    ...metaEndpoints(deps),
    ...usageHistoryEndpoints(deps),
    ...exportEndpoints(deps),
    ...downloadEndpoints(deps),
    ...webhookEndpoints(deps),
    ...accountEndpoints(deps),
    ...keyRequestEndpoints(deps),
    ...planEndpoints(),
    ...demoEndpoints(deps),
    ...signInEndpoints(deps),
    ...healthEndpoints(deps),
    ...statusEndpoints(deps),
    ...operatorAccountEndpoints(deps),
    ...operatorSignInEndpoints(deps),
    ...operatorAuditEndpoints(deps),
    ...operatorExportEndpoints(deps),
    ...operatorHealthEndpoints(deps),
    ...operatorHookEndpoints(deps),
    ...importEndpoints(deps),
    ...operatorImportEndpoints(deps),
    ...operatorSourceEndpoints(deps),
    ...operatorUsageEndpoints(deps),
    ...operatorValueEndpoints(),
    ...operatorWebhookEndpoints(deps),
  ];
}
