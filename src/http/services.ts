// Services of endpoints and the pipeline. The composition root (runtime/api-role.ts) creates most of them, and app.ts the rest.
import type { Actor, Refresh } from '../audit/actor.ts';
import type { Keyring } from '../auth/keys/keyring.ts';
import type { RateLimiter } from '../auth/rate-limiter.ts';
import type { SignIn } from '../auth/sign-in.ts';
import type { RelabelInput, RelabelReport } from '../catalog/curation/relabel/relabel.ts';
import type { Meaning } from '../catalog/embeddings/vector-thread.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import type { VariantModelDeps } from '../catalog/templates/variants.ts';
import type { LiveCollections } from '../collections/live-collections.ts';
import type { Config } from '../config/config.ts';
import type { Limits } from '../config/limits.ts';
import type { Database } from '../db/database.ts';
import type { Disks } from '../db/disk-space.ts';
import type { DatabaseState } from '../db/watch.ts';
import type { BeginDownload } from '../exports/download.ts';
import type { ExportFiles } from '../exports/files/files.ts';
import type { ImportOutcome } from '../ingest/imports/import.ts';
import type { Preview } from '../ingest/imports/preview-record.ts';
import type { LocationRules } from '../ingest/locations/location.ts';
import type { Progress } from '../ingest/publish/import-record.ts';
import type { PreviewDeps } from '../ingest/sources/preview.ts';
import type { LiveFreshness } from '../ingest/sources/source.ts';
import type { ImportTracker, PreviewUpload, Upload } from '../ingest/threads/import-thread.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Labeller } from '../labels/labeller.ts';
import type { Encryption } from '../lib/encryption.ts';
import type { Fetch } from '../net/connect.ts';
import type { Lookups } from '../net/resolve.ts';
import type { Quota } from '../quota/quota.ts';
import type { UsageLog } from '../quota/usage-log.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { EmptySearches } from '../searches/empty-searches.ts';
import type { FeedUses } from '../searches/feed/feed-use.ts';
import type { Feeds } from '../searches/feed/page.ts';
import type { AnnouncementReader } from '../status/announcements/actions.ts';
import type { Status } from '../status/status.ts';
import type { Observe } from '../telemetry/events.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { EventLoop } from './operator/health-schema.ts';
import type { AddressOf } from './pipeline/ip-address.ts';
import type { ConcurrencyLimiter } from './pipeline/rate-limits.ts';
import type { FairQueue } from './server/fair-queue.ts';

export type Services = {
  config: Config;
  /** Same as in `config`. */
  limits: Limits;
  version: string;
  operatorKey: string;
  /** Base of links, known once the server listens. */
  publicUrl: () => string;
  /** Signs links and ETags. */
  linkSecret: string;
  encryption: Encryption;
  observe: Observe;
  metrics: Metrics;
  /** Metrics of all processes as text for Prometheus. */
  readMetrics: () => Promise<string>;
  stats: () => { version: string; catalog_version: number; uptime_seconds: number; memory_bytes: number };
  isReady: () => boolean;
  /** Threads of this process that serve requests. */
  threads: number;

  db: Database;
  databaseUrl: string;
  databaseState: () => DatabaseState;
  /** Time when the database server last reported a full disk. */
  diskFullAt: () => Date | undefined;
  disks: Disks;
  jobs: Jobs;
  files: ExportFiles;
  /** Reloads the data in memory that a change affects. */
  refresh: Refresh;

  catalog: () => Catalog;
  collections: LiveCollections;
  labeller: () => Labeller;
  /** Compares lines by their meaning; undefined without an embedding model. */
  meaning: Meaning | undefined;
  /** The language model that rewrites lines; undefined if the operator has none. */
  variants: Pick<VariantModelDeps, 'model' | 'budget'> | undefined;
  freshness: LiveFreshness['current'];
  /** Resolves when the relabelling is committed. */
  relabel: (input: RelabelInput, actor: Actor) => Promise<RelabelReport>;

  keyring: Keyring;
  signIn: SignIn;
  usage: Quota;
  usageLog: UsageLog;
  requestLog: RequestLog;
  feeds: Feeds;
  feedUses: FeedUses;
  emptySearches: EmptySearches;
  /** Reads metadata documents of apps that connect by OAuth. */
  fetchMetadata: Fetch;

  /** Whether webhooks and sources may have private addresses. */
  allowPrivate: boolean;
  /** DNS look-ups of webhooks, limited for each account. */
  lookups: Lookups;
  /** Directories that sources may read. */
  paths: LocationRules['paths'];
  importHooks: (input: Upload, onProgress: OnProgress, stopping: AbortSignal) => Promise<ImportOutcome>;
  previewImport: (input: PreviewUpload, onProgress: OnProgress, stopping: AbortSignal) => Promise<Preview>;
  importTracker: ImportTracker;
  sourcePreviews: PreviewDeps;

  announcements: AnnouncementReader;
  status: () => Promise<Omit<Status, 'announcements'>>;
} & ServerServices;

type OnProgress = (progress: Progress) => void;

/** Services created by app.ts. */
export type ServerServices = {
  /** Counts refused requests of clients. */
  refusals: RateLimiter;
  addressOf: AddressOf;
  concurrency: ConcurrencyLimiter;
  /** Shared with work outside of requests. */
  queue: FairQueue;
  beginDownload: BeginDownload;
  eventLoop: EventLoop;
  /** Ends long polls, so that they do not hold up a process that stops. */
  stopping: AbortSignal;
};
