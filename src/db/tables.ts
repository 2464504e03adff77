// Types of the tables for Kysely. Only tables and stores use snake_case columns.
import type { ColumnType, Generated } from 'kysely';
import type { WindowId } from '../lib/time.ts';
import type { OwnValue } from '../taxonomy/taxonomy.ts';
import type { GeneratedColumn, HookColumnName, HookValues, MappedLabel, StagedColumn } from './hook-columns.ts';
import type {
  AccountTable,
  InvitationTable,
  KeyRequestTable,
  KeyTable,
  MemberTable,
  PasskeyTable,
  SessionTable,
  SignUpTable,
  SourceRequestTable,
  UserTable,
} from './tables/accounts.ts';
import type {
  ApiUsageTable,
  CollectedRecordTable,
  CollectInput,
  CollectStateTable,
  RequestSettings,
  SourceNotice,
} from './tables/collect.ts';
import type { CollectionHookTable, CollectionTable } from './tables/collections.ts';
import type { EditChangeTable, EditTable } from './tables/edits.ts';
import type { EmbeddingTable, TranscriptTable } from './tables/embeddings.ts';
import type { ExportScheduleTable, ExportTable } from './tables/exports.ts';
import type { ImportChangeTable, ImportRejectTable, ImportTable } from './tables/imports.ts';
import type {
  LabelDecisionTable,
  LabelModelTable,
  LlmAnswerTable,
  LlmStopTable,
  LlmUsageTable,
} from './tables/labels.ts';
import type {
  OauthAccessTokenTable,
  OauthClientTable,
  OauthConsentTable,
  OauthRefreshTokenTable,
} from './tables/oauth.ts';
import type { RequestLogTable } from './tables/request-log.ts';
import type { DigestTable, FeedReaderTable, SearchTable } from './tables/searches.ts';
import type { NamedSecretTable } from './tables/secrets.ts';
import type {
  AnnouncementTable,
  AnnouncementUpdateTable,
  OperatorAlertTable,
  OperatorMailTable,
  OperatorProblemTable,
  OperatorSetupTable,
  StatusMailTable,
  StatusSubscriberTable,
} from './tables/status.ts';
import type { ReportTable, TakedownTable } from './tables/takedowns.ts';
import type { TrendAlertTable } from './tables/trend-alerts.ts';
import type { ViewCheckTable, ViewRefreshTable } from './tables/view-checks.ts';
import type { AttemptTable, DeliveryTable, WebhookTable } from './tables/webhooks.ts';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Counter = ColumnType<number, number | undefined, number>;

export type HookState = HookValues<Date>['state'];

type HookValue<Value> = Date extends Value ? Timestamp | Exclude<Value, Date> : Value;

export type HookTable = {
  [C in HookColumnName]: C extends GeneratedColumn ? Generated<HookValues<Date>[C]> : HookValue<HookValues<Date>[C]>;
};

export type SourceTable = {
  id: string;
  name: string;
  location: string;
  /** Mapping as configured; each run resolves it. */
  mapping: ColumnType<
    { preset?: string; map?: string[]; set?: string[]; records?: string; records_of?: string } & {
      encoding?: string;
      header_row?: number;
      on_duplicate?: 'update' | 'skip';
    },
    string,
    string
  >;
  format: 'json' | 'jsonl' | 'csv' | 'tsv' | null;
  /** Request settings of a JSON API; null for a plain download. */
  request: ColumnType<RequestSettings | null, string | null, string | null>;
  /** Restricts the videos that a collector takes; null is the default. */
  collect: ColumnType<CollectInput | null, string | null, string | null>;
  /** Notices of the last run. */
  notices: ColumnType<SourceNotice[], string | undefined, string>;
  is_snapshot: boolean;
  may_shrink: boolean;
  /** Interval; null is the service's default. */
  every: string | null;
  enabled: boolean;
  etag: string | null;
  last_modified: string | null;
  /** Number of consecutive failures. */
  failures: Counter;
  last_error: string | null;
  next_run_at: Timestamp;
  last_run_at: Timestamp | null;
  last_success_at: Timestamp | null;
  last_import_id: string | null;
  /** Import of the current run; no other import may publish for the source. */
  run_id: string | null;
  running_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

/** Source record: what a source provides for a hook, as staged (ingest/publish/store.ts), and a pending view count. */
export type HookSourceTable = { [C in Exclude<StagedColumn, 'video_key'>]: HookValues<Timestamp>[C] | null } & {
  hook_id: number;
  source: string;
  /** True if this source record alone is enough to publish the hook. */
  is_ready: boolean;
  /** Import that wrote the values; null if an operator decided about a view count, or hooks were merged. */
  import_id: string | null;
  held_since: Timestamp;
  updated_at: Timestamp;
  /** Time since which the source's snapshot does not contain the hook. */
  dropped_at: Timestamp | null;
  /** Count too large to be shown without a decision of the operator. `views` is null if the source record has no other count. */
  claimed_views: number | null;
  claimed_captured_at: Timestamp | null;
  claimed_at: Timestamp | null;
  /**
   * Time of the last decision. After an acceptance, further counts of the source are compared with its own; after a rejection, no count is
   * pending.
   */
  accepted_at: Timestamp | null;
  rejected_at: Timestamp | null;
};

/** Ids remain after the rows they refer to are deleted. */
export type AuditTable = {
  id: Generated<number>;
  at: Timestamp;
  actor_kind: 'operator' | 'key' | 'session' | 'system' | 'link';
  key_id: string | null;
  account_id: string | null;
  action: string;
  subject: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  request_id: string | null;
  address: string | null;
  /** Set if `actor_kind` is a named operator. */
  operator_email: string | null;
  /** Set if `actor_kind` is a session. */
  member_email: string | null;
};

export type Tables = {
  users: UserTable;
  members: MemberTable;
  invitations: InvitationTable;
  sessions: SessionTable;
  passkeys: PasskeyTable;
  oauth_clients: OauthClientTable;
  oauth_consents: OauthConsentTable;
  oauth_access_tokens: OauthAccessTokenTable;
  oauth_refresh_tokens: OauthRefreshTokenTable;
  verifications: { id: string; identifier: string; value: string; expires_at: Timestamp };
  hooks: HookTable;
  hook_sources: HookSourceTable;
  /** `trust`: 0 to 9, which decides between conflicting records. Sources without a row have 5. */
  source_trust: { source: string; trust: number };
  /** `import_id`: the import that added the count; null for the oldest. `refreshed`: a refresh measured it. */
  view_history: {
    hook_id: number;
    captured_at: Timestamp;
    views: number;
    import_id: string | null;
    refreshed: Generated<boolean>;
  };
  view_checks: ViewCheckTable;
  view_refreshes: ViewRefreshTable;
  /** Hooks with nearly the same words; `hook_id` is the lower id. */
  near_duplicates: { hook_id: number; other_id: number; similarity: number; dismissed_at: Timestamp | null };
  import_changes: ImportChangeTable;
  edits: EditTable;
  edit_changes: EditChangeTable;
  /** Keys of texts that a curator replaced: records with such a text belong to this hook, and its takedown blocks them. */
  former_texts: { text_key: string; hook_id: number };
  label_decisions: LabelDecisionTable;
  label_models: LabelModelTable;
  llm_answers: LlmAnswerTable;
  llm_usage: LlmUsageTable;
  llm_stops: LlmStopTable;
  embeddings: EmbeddingTable;
  takedowns: TakedownTable;
  reports: ReportTable;
  catalog: { id: 1; version: number; updated_at: Timestamp };
  snapshot_files: { id: string; version: number; written_at: Generated<Date> };
  accounts: AccountTable;
  keys: KeyTable;
  key_requests: KeyRequestTable;
  source_requests: SourceRequestTable;
  sign_ups: SignUpTable;
  announcements: AnnouncementTable;
  announcement_updates: AnnouncementUpdateTable;
  status_subscribers: StatusSubscriberTable;
  status_mails: StatusMailTable;
  operator_setup: OperatorSetupTable;
  operator_alerts: OperatorAlertTable;
  operator_mail: OperatorMailTable;
  operator_problems: OperatorProblemTable;
  session_reads: { account_id: string; day: string; reads: Counter };
  daily_changes: { account_id: string; day: string; changes: Counter };
  /** `alerted_percent`: share of `alerted_limit` in the last quota alert. */
  usage_windows: {
    account_id: string;
    /** Window of the account or, as in `day:key_…`, of a key with limits of its own. */
    kind: WindowId;
    starts_on: string;
    leased: Counter;
    alerted_percent: Counter;
    alerted_limit: number | null;
  };
  /** Responses to valid keys. Rows remain after their key is deleted. */
  usage_log: {
    account_id: string;
    day: string;
    key_id: string;
    endpoint: string;
    status: number;
    calls: number;
    /** Calls that count against the quota. */
    counted: number;
  };
  /** Last batch of each process, so that a retried batch is not added twice. */
  usage_log_writers: { id: string; batch: number; written_at: Timestamp };
  request_log: RequestLogTable;
  exports: ExportTable;
  export_schedules: ExportScheduleTable;
  collections: CollectionTable;
  collection_hooks: CollectionHookTable;
  searches: SearchTable;
  feed_readers: FeedReaderTable;
  digests: DigestTable;
  trend_alerts: TrendAlertTable;
  webhook_endpoints: WebhookTable;
  /** `import_ids`: the imports that added the event's hooks; null for events from before this was stored. */
  webhook_events: { id: string; type: string; import_ids: string[] | null; created_at: Timestamp };
  webhook_deliveries: DeliveryTable;
  /**
   * Catalog version up to which changes were announced. `at`: publication time of the version; null until the first one after an upgrade.
   */
  announced_versions: { name: 'hooks'; version: number; at: Timestamp | null };
  /** The highest threshold of views that a hook has reached. */
  hook_thresholds: { hook_id: number; views: number; views_per_day: Generated<number> };
  webhook_attempts: AttemptTable;
  /** Delivery threads that ended with an error. */
  delivery_thread_ends: { n: Generated<number>; at: Timestamp; pid: number; error: string };
  /** Mapping of a source's values to the taxonomy. `value` is folded (foldLabel). */
  value_mappings: { source: string; field: MappedLabel; value: string; becomes: string | null };
  /** Niches and archetypes that operators added to the taxonomy. */
  own_values: OwnValue;
  /** Approved platforms and languages in use that are not in the taxonomy. */
  known_values: { kind: 'platform' | 'language'; value: string; added_at: Generated<Date> };
  /** Work that a database needs once (`once` in database.ts). */
  done_once: { name: string; at: Timestamp };
  /** Secrets that the service generates. Secrets of operators are in `named_secrets`. */
  secrets: { name: string; value: string };
  named_secrets: NamedSecretTable;
  sources: SourceTable;
  collected_records: CollectedRecordTable;
  collect_states: CollectStateTable;
  transcripts: TranscriptTable;
  api_usage: ApiUsageTable;
  /** Counters of the notification channels. */
  signals: { channel: string; n: number };
  audit_log: AuditTable;
  /** Minutes in which at least one process was ready. */
  uptime_minutes: { minute: Timestamp };
  imports: ImportTable;
  import_rejects: ImportRejectTable;
};
