// The server: every middleware in order, then every route. Read this file and you know what the service answers.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createRateLimiter } from '../auth/rate-limiter.ts';
import { createChangesHandlers } from './endpoints/changes.ts';
import { registerDemoHooks } from './endpoints/demo-hooks.ts';
import { type DownloadDeps, registerDownload } from './endpoints/download.ts';
import { createExportHandlers, type ExportDeps } from './endpoints/exports.ts';
import { type HealthRouteDeps, type MetricsRouteDeps, registerHealth, registerMetrics } from './endpoints/health.ts';
import { createHooksHandlers, type HooksDeps } from './endpoints/hooks.ts';
import { registerKeyRequests } from './endpoints/key-requests.ts';
import { accountEntries } from './endpoints/keys.ts';
import type { AccountDeps } from './endpoints/meta.ts';
import { createAccountHandlers } from './endpoints/meta.ts';
import { registerPlans } from './endpoints/plans.ts';
import { registerOperatorSignIn, registerSignIn } from './endpoints/sign-in.ts';
import { registerStatus, type StatusRouteDeps } from './endpoints/status.ts';
import { createTrendsHandlers } from './endpoints/trends.ts';
import { createUsageHistoryHandlers } from './endpoints/usage-history.ts';
import { type WebhookDeps, webhookEntries } from './endpoints/webhooks.ts';
import { registerEntries } from './openapi/entry.ts';
import { apiEntries } from './openapi/openapi.ts';
import { type OperatorDeps, registerOperator } from './operator/accounts.ts';
import { registerOperatorAudit } from './operator/audit.ts';
import { registerOperatorHealth } from './operator/health.ts';
import { registerOperatorHooks } from './operator/hooks.ts';
import { type ImportDeps, registerImport } from './operator/import.ts';
import { registerOperatorImports } from './operator/imports.ts';
import { registerOperatorSources } from './operator/sources.ts';
import { registerOperatorUsage } from './operator/usage.ts';
import { registerOperatorValues } from './operator/values.ts';
import { registerOperatorWebhooks } from './operator/webhooks.ts';
import { registerPages } from './pages/pages.ts';
import { registerReference } from './pages/reference.ts';
import { registerReferencePages } from './pages/reference-pages.ts';
import { createOperatorAuth, type OperatorAuthDeps } from './pipeline/operator-auth.ts';
import { createPipeline, type PipelineDeps } from './pipeline/pipeline.ts';
import { hasSession } from './pipeline/session.ts';
import { createFastify } from './server/fastify.ts';
import { createAddressOf } from './server/ip-address.ts';

export type AppDeps = Omit<PipelineDeps, 'refusals' | 'addressOf' | 'answerCounterOf' | 'newRequestId'> &
  HooksDeps &
  AccountDeps &
  ExportDeps &
  WebhookDeps &
  Omit<DownloadDeps, 'answerCounterOf' | 'queue'> &
  OperatorDeps &
  OperatorAuthDeps &
  StatusRouteDeps &
  Omit<ImportDeps, 'minViews'> &
  HealthRouteDeps &
  MetricsRouteDeps;

export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const accountOf = ({ headers }: IncomingMessage) => {
    const found = deps.keyring.lookup(headers.authorization);
    return typeof found === 'string' ? undefined : { account: found.accountId };
  };
  const { app, queue, newRequestId, direct } = createFastify({ ...deps, accountOf });
  await registerReference(app, deps);
  const refusals = createRateLimiter();
  const door = createPipeline({
    ...deps,
    refusals,
    addressOf: createAddressOf(deps.config.trustedProxies),
    newRequestId,
    answerCounterOf: deps.metrics.answerCounterOf,
  });
  const handlers = {
    ...createHooksHandlers(deps),
    ...createTrendsHandlers(deps),
    ...createChangesHandlers(deps),
    ...createAccountHandlers(deps),
    ...createUsageHistoryHandlers(deps),
    ...createExportHandlers(deps),
  };
  registerEntries(
    app,
    door,
    [...apiEntries(handlers), ...webhookEntries(deps), ...accountEntries(deps)],
    direct,
    isKnown,
  );
  registerDownload(app, { ...deps, queue, answerCounterOf: deps.metrics.downloadCounterOf });
  registerKeyRequests(app, deps, refusals);
  registerPlans(app);
  registerDemoHooks(app, deps);
  registerSignIn(app, deps);
  await registerPages(app);
  registerHealth(app, deps);
  registerStatus(app, deps);
  await app.register(async (operator) => {
    operator.addHook('onRequest', createOperatorAuth(deps, refusals));
    operator.addHook('onRoute', (route) => {
      route.schema = { hide: true, ...route.schema };
    });
    operator.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    registerOperator(operator, deps);
    registerOperatorSignIn(operator, deps);
    registerOperatorAudit(operator, deps);
    registerOperatorHealth(operator, { ...deps, dataDir: deps.config.dataDir });
    registerOperatorHooks(operator, deps);
    registerOperatorImports(operator, deps);
    registerOperatorSources(operator, { ...deps, updateEvery: deps.config.updateEvery });
    registerOperatorWebhooks(operator, deps);
    registerOperatorUsage(operator, deps);
    registerOperatorValues(operator);
    registerMetrics(operator, deps);
    await operator.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      // The body of an import is a stream of any size, read by the importer itself.
      raw.addContentTypeParser('*', (_request, _payload, done) => done(null));
      registerImport(raw, { ...deps, minViews: deps.config.minViews });
    });
  });
  await registerReferencePages(app, deps);
  return app;

  function isKnown(req: IncomingMessage): boolean | Promise<boolean> {
    if (!hasSession(req)) return accountOf(req) !== undefined;
    return deps.signIn.sessionOf(req.headers.cookie ?? '').then((session) => session !== undefined);
  }
}
