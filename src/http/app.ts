// The server: every middleware in order, then every route. Read this file and you know what the service answers.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { createRefusals } from '../auth/rate-limiter.ts';
import { createChangesHandlers } from './endpoints/changes.ts';
import { registerDemoHooks } from './endpoints/demo-hooks.ts';
import { type DownloadParts, registerDownload } from './endpoints/download.ts';
import { createExportHandlers, type ExportParts } from './endpoints/exports.ts';
import { type HealthRouteParts, type MetricsRouteParts, registerHealth, registerMetrics } from './endpoints/health.ts';
import { createHooksHandlers, type HooksParts } from './endpoints/hooks.ts';
import { registerKeyRequests } from './endpoints/key-requests.ts';
import { holderEntries } from './endpoints/keys.ts';
import type { AccountParts } from './endpoints/meta.ts';
import { createAccountHandlers } from './endpoints/meta.ts';
import { registerPlans } from './endpoints/plans.ts';
import { registerOperatorSignIn, registerSignIn } from './endpoints/sign-in.ts';
import { registerStatus, type StatusRouteParts } from './endpoints/status.ts';
import { createTrendsHandlers } from './endpoints/trends.ts';
import { createUsageHistoryHandlers } from './endpoints/usage-history.ts';
import { type WebhookParts, webhookEntries } from './endpoints/webhooks.ts';
import { registerEntries } from './openapi/entry.ts';
import { apiEntries } from './openapi/openapi.ts';
import { type OperatorParts, registerOperator } from './operator/accounts.ts';
import { registerOperatorAudit } from './operator/audit.ts';
import { registerOperatorHealth } from './operator/health.ts';
import { registerOperatorHooks } from './operator/hooks.ts';
import { type ImportParts, registerImport } from './operator/import.ts';
import { registerOperatorImports } from './operator/imports.ts';
import { registerOperatorSources } from './operator/sources.ts';
import { registerOperatorUsage } from './operator/usage.ts';
import { registerOperatorValues } from './operator/values.ts';
import { registerOperatorWebhooks } from './operator/webhooks.ts';
import { registerPages } from './pages/pages.ts';
import { registerReference } from './pages/reference.ts';
import { registerReferencePages } from './pages/reference-pages.ts';
import { createOperatorDoor, type OperatorDoorParts } from './pipeline/operator-auth.ts';
import { createDoor, type DoorParts } from './pipeline/pipeline.ts';
import { hasSession } from './pipeline/session.ts';
import { createBase } from './server/fastify.ts';
import { createAddressOf } from './server/ip-address.ts';

export type AppParts = Omit<DoorParts, 'refusals' | 'addressOf' | 'answerCounterOf' | 'newRequestId'> &
  HooksParts &
  AccountParts &
  ExportParts &
  WebhookParts &
  Omit<DownloadParts, 'answerCounterOf' | 'queue'> &
  OperatorParts &
  OperatorDoorParts &
  StatusRouteParts &
  Omit<ImportParts, 'minViews'> &
  HealthRouteParts &
  MetricsRouteParts;

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const accountOf = ({ headers }: IncomingMessage) => {
    const found = parts.keyring.lookup(headers.authorization);
    return typeof found === 'string' ? undefined : { account: found.accountId };
  };
  const { app, queue, newRequestId, direct } = createBase({ ...parts, accountOf });
  await registerReference(app, parts);
  const refusals = createRefusals();
  const door = createDoor({
    ...parts,
    refusals,
    addressOf: createAddressOf(parts.config.trustedProxies),
    newRequestId,
    answerCounterOf: parts.metrics.answerCounterOf,
  });
  const handlers = {
    ...createHooksHandlers(parts),
    ...createTrendsHandlers(parts),
    ...createChangesHandlers(parts),
    ...createAccountHandlers(parts),
    ...createUsageHistoryHandlers(parts),
    ...createExportHandlers(parts),
  };
  registerEntries(
    app,
    door,
    [...apiEntries(handlers), ...webhookEntries(parts), ...holderEntries(parts)],
    direct,
    isKnown,
  );
  registerDownload(app, { ...parts, queue, answerCounterOf: parts.metrics.downloadCounterOf });
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
    registerMetrics(operator, parts);
    await operator.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      // The body of an import is a stream of any size, read by the importer itself.
      raw.addContentTypeParser('*', (_request, _payload, done) => done(null));
      registerImport(raw, { ...parts, minViews: parts.config.minViews });
    });
  });
  await registerReferencePages(app, parts);
  return app;

  function isKnown(req: IncomingMessage): boolean | Promise<boolean> {
    if (!hasSession(req)) return accountOf(req) !== undefined;
    return parts.signIn.sessionOf(req.headers.cookie ?? '').then((session) => session !== undefined);
  }
}
