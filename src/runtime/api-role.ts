// API role of a process: keys, quota, sign-in, status, and the HTTP server. Part of the composition root.
import { system } from '../audit/actor.ts';
import { createKeyring } from '../auth/keys/keyring.ts';
import { createLastUseWriter } from '../auth/keys/last-uses.ts';
import { loadCredentials } from '../auth/oauth/provider.ts';
import { createSignIn } from '../auth/sign-in.ts';
import { openMeaning, startVectorThread, type VectorThread, vectorTask } from '../catalog/embeddings/vector-thread.ts';
import { createLiveLabeller, loadLabeller } from '../catalog/labelling/live-labeller.ts';
import type { LiveCatalog } from '../catalog/live-catalog.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { createLiveCollections } from '../collections/live-collections.ts';
import { loadCollections } from '../collections/store.ts';
import type { EmbeddingsConfig } from '../config/config.ts';
import { version } from '../config/version.ts';
import { assertRoom } from '../db/disk-space.ts';
import type { NotificationHandlers } from '../db/watch.ts';
import { countRunningExports, linkSecret } from '../exports/store.ts';
import { createApp } from '../http/app.ts';
import { statusKeptMs } from '../http/endpoints/status.ts';
import type { Services } from '../http/services.ts';
import { collectEnvironment } from '../ingest/collect/collector.ts';
import { selectChecked } from '../ingest/refresh/store.ts';
import { createFreshness } from '../ingest/sources/source.ts';
import { selectFreshness } from '../ingest/sources/store.ts';
import { importInThread, previewInThread, previewLocationInThread } from '../ingest/threads/import-thread.ts';
import { openVariantModel } from '../labels/llm/variant-model.ts';
import { createEncryption } from '../lib/encryption.ts';
import { createPublicFetch } from '../net/connect.ts';
import { createLookups, createResolve } from '../net/resolve.ts';
import { createQuota } from '../quota/quota.ts';
import { createQuotaAlerts } from '../quota/quota-alerts.ts';
import { createUsageLog } from '../quota/usage-log.ts';
import { createRequestLog } from '../request-log/request-log.ts';
import { createEmptySearches } from '../searches/empty-searches.ts';
import { createFeedUses } from '../searches/feed/feed-use.ts';
import { createFeeds } from '../searches/feed/page.ts';
import { loadFeeds } from '../searches/store.ts';
import { readSecrets } from '../secrets/actions.ts';
import { createAnnouncementReader } from '../status/announcements/actions.ts';
import { cacheFor, readStatus } from '../status/status.ts';
import { insertMinutes } from '../status/store.ts';
import { recordMinutes } from '../status/uptime.ts';
import type { Observe } from '../telemetry/events.ts';
import { emitWith } from '../webhooks/events/announce.ts';
import { followImport } from './after-import.ts';
import { relabelInThread } from './relabel-thread.ts';
import { demoEmail } from './sample.ts';

type Shared = 'config' | 'databaseUrl' | 'operatorKey' | 'db' | 'databaseState' | 'diskFullAt' | 'jobs' | 'files';

export type ApiRoleDeps = Pick<
  Services,
  Shared | 'disks' | 'importTracker' | 'metrics' | 'readMetrics' | 'threads' | 'observe'
> & {
  catalog: LiveCatalog;
  /** Shared by several threads; undefined in a process without threads. */
  vectors: VectorThread | undefined;
};

/** One-time sign-in links of the demo account, if there is one, and of the operator. */
export type FirstLinks = { dashboard: string | undefined; console: string };

export type ApiRole = {
  notificationHandlers: NotificationHandlers;
  /** Called with each version of the catalog. */
  serve: (snapshot: Snapshot) => Promise<void>;
  createApp: (isReady: () => boolean) => ReturnType<typeof createApp>;
  /** Called when the server listens: sets the base URL of links and starts to record uptime. */
  open: (url: string, links: { hasDemo: boolean } | undefined) => Promise<FirstLinks | undefined>;
  close: () => Promise<void>;
};

export async function startApiRole(deps: ApiRoleDeps): Promise<ApiRole> {
  const { config, databaseUrl, operatorKey, db, databaseState, jobs, catalog, metrics, observe } = deps;
  const keyring = createKeyring((only) => loadCredentials(db, only), Date.now, config.limits);
  const feeds = createFeeds((only) => loadFeeds(db, only), config.limits);
  const collections = createLiveCollections((accountId, ids) => loadCollections(db, accountId, ids));
  const secret = await linkSecret(db);
  const feedUses = createFeedUses({ db, observe, secret });
  const emptySearches = createEmptySearches({ db, observe });
  const freshness = createFreshness(async () => ({
    ...(await selectFreshness(db)),
    viewsCheckedAt: await selectChecked(db),
  }));
  const labeller = createLiveLabeller((known) => loadLabeller(db, { known, observe }));
  await Promise.all([keyring.reload(), feeds.reload(), freshness.reload(), labeller.reload()]);
  // Feeds depend on the plan and suspension of their account, as keys do.
  const reloadAccounts = async (id?: string) => {
    await Promise.all([keyring.reload(id), feeds.reload(id)]);
  };
  const isOutage = () => !databaseState().isUp;
  const onFlush = createLastUseWriter({ db, observe, drainLastUses: keyring.drainLastUses, isOutage });
  const usageLog = createUsageLog({ db, observe });
  const requestLog = createRequestLog({ db, observe, disk: deps.disks.database });
  metrics.watchExports(() => countRunningExports(db));
  metrics.watchSources(() => freshness.current().checkedAt);
  const statusDeps = {
    db,
    observe,
    version,
    startedAt: new Date(),
    updateEvery: config.updateEvery,
    catalog: catalog.current,
    freshness: freshness.current,
    latency: metrics.latency,
  };
  let url = '';
  const publicUrl = () => url;
  const announcements = createAnnouncementReader({ db, observe, publicUrl });
  const onReached = createQuotaAlerts({ db, jobs, publicUrl, emit: emitWith(config.limits) });
  const usage = createQuota({ db, observe, isOutage, onFlush, onReached });
  const signIn = createSignIn({
    db,
    jobs,
    operatorKey,
    publicUrl,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    hasMailServer: config.smtpUrl !== undefined,
    observe,
  });
  const { embeddings } = config;
  const openVectors = (config: EmbeddingsConfig) =>
    deps.vectors ?? startVectorThread(vectorTask(databaseUrl, config), observe);
  const meaning = embeddings && (await openMeaning({ vectors: openVectors(embeddings), config: embeddings, observe }));
  const { llm } = config;
  const variants = llm && { model: await openVariantModel(llm), budget: llm.budget };
  let minutes: { close: () => Promise<void> } | undefined;

  return {
    notificationHandlers: {
      hookline_accounts: withErrorLog(reloadAccounts, observe),
      hookline_searches: withErrorLog(feeds.reload, observe),
      hookline_collections: collections.drop,
      hookline_sources: withErrorLog(freshness.reload, observe),
      hookline_labels: withErrorLog(labeller.reload, observe),
      hookline_embeddings: meaning?.load,
    },
    serve: async (snapshot) => meaning?.serve(snapshot),
    createApp: async (isReady) =>
      createApp({
        ...deps,
        linkSecret: secret,
        encryption: createEncryption(operatorKey),
        allowPrivate: config.allowPrivateWebhooks,
        paths: config,
        lookups: createLookups({
          resolve: createResolve({ allowPrivate: config.allowPrivateWebhooks }),
          limits: config.limits,
        }),
        limits: config.limits,
        version,
        keyring,
        feeds,
        feedUses,
        emptySearches,
        collections,
        signIn,
        usage,
        usageLog,
        requestLog,
        catalog: catalog.current,
        labeller: labeller.current,
        meaning,
        variants,
        fetchMetadata: createPublicFetch({ allowPrivate: config.allowPrivateWebhooks }),
        publicUrl,
        isReady,
        importHooks: async (input, onProgress, stopping) => {
          const outcome = await importInThread(databaseUrl, input, { observe, onProgress, stopping });
          await followImport(deps, outcome.report);
          return outcome;
        },
        relabel: async (input, actor) => {
          await assertRoom([deps.disks.database]);
          const { labelFloors, limits } = config;
          return relabelInThread({ url: databaseUrl, input, actor, config: { labelFloors, limits, llm } });
        },
        previewImport: (input, onProgress, stopping) =>
          previewInThread(databaseUrl, input, { observe, onProgress, stopping }),
        sourcePreviews: {
          minViews: config.minViews,
          labelFloors: config.labelFloors,
          limits: config.limits,
          allowPrivate: config.allowPrivateWebhooks,
          paths: config,
          environment: collectEnvironment(config),
          readSecrets: () => readSecrets(deps),
          disk: deps.disks.database,
          previewBytes: config.limits.previewBytes,
          run: (task, stopping) => previewLocationInThread(databaseUrl, task, { observe, stopping }),
        },
        refresh: { catalog: catalog.refresh, keys: reloadAccounts, feeds: feeds.reload, sources: freshness.reload },
        freshness: freshness.current,
        announcements,
        status: cacheFor(statusKeptMs, () => readStatus(statusDeps, Date.now())),
        stats: () => readStats(catalog),
      }),
    open: async (base, links) => {
      url = base;
      minutes = recordMinutes({ insert: (minutes) => insertMinutes(db, minutes), observe });
      if (!links) return undefined;
      return {
        dashboard: links.hasDemo ? await signIn.createInvitation(demoEmail) : undefined,
        console: await signIn.createOperatorLink(system),
      };
    },
    close: async () => {
      await minutes?.close();
      await meaning?.close();
      await usageLog.close();
      await requestLog.close();
      await feedUses.close();
      await emptySearches.close();
      await usage.close();
    },
  };
}

function withErrorLog(reload: (id?: string) => Promise<void>, observe: Observe): (id: string) => Promise<void> {
  return (id) =>
    reload(id || undefined).catch((error) => {
      observe({ kind: 'database_error', error });
      throw error;
    });
}

/** Figures of this process. */
function readStats(catalog: LiveCatalog) {
  return {
    version,
    catalog_version: catalog.current().snapshot.version,
    uptime_seconds: Math.round(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
  };
}
