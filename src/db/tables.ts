// The tables as Kysely sees them. Columns are snake_case here and in stores, nowhere else.
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Counter = ColumnType<number, number | undefined, number>;

export type HookState = 'published' | 'pending' | 'retired' | 'rejected';

export type ExportStatus = 'processing' | 'complete' | 'failed' | 'canceled' | 'expired';

export type ExportTable = {
  id: string;
  account_id: string;
  idempotency_key: string | null;
  format: string;
  filters: ColumnType<unknown, string, never>;
  max_records: number | null;
  status: ExportStatus;
  estimated_records: number;
  total_matching: number;
  records: number | null;
  catalog_version: number | null;
  /** Name in the directory of exports, of the attempt that is under way or that succeeded. */
  file: string | null;
  size_bytes: number | null;
  sha256: string | null;
  error: string | null;
  created_at: Timestamp;
  started_at: Timestamp | null;
  completed_at: Timestamp | null;
  expires_at: Timestamp | null;
};

export type EndpointTable = {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  filters: ColumnType<unknown, string, string>;
  status: 'active' | 'paused';
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: Timestamp | null;
  sealed_secret: string;
  previous_sealed_secret: string | null;
  previous_until: Timestamp | null;
  /** Until then one process delivers to it, and no other. */
  claimed_until: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type DeliveryTable = {
  n: Generated<number>;
  id: string;
  endpoint_id: string;
  event_id: string | null;
  kind: 'event' | 'test' | 'replay';
  /** What receivers know it by; a replay has that of the delivery it repeats. */
  message_id: string;
  batch_index: number;
  batch_of: number;
  hooks: number;
  body: string;
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  attempts: Counter;
  /** Of these, those that failed since it was last given all its retries. */
  failures: Counter;
  next_attempt_at: Timestamp | null;
  created_at: Timestamp;
  settled_at: Timestamp | null;
};

type AttemptTable = {
  delivery_id: string;
  number: number;
  started_at: Timestamp;
  took_ms: number;
  status_code: number | null;
  error: string | null;
  headers: ColumnType<Record<string, string>, string, never>;
  response: string | null;
};

export type HookTable = {
  id: Generated<number>;
  state: HookState;
  text: string;
  text_key: string;
  source: string;
  source_id: string | null;
  views: number;
  platform: string;
  archetype: string;
  emotional_trigger: string;
  niche: string;
  format: string | null;
  language: string | null;
  creator: string | null;
  source_url: string | null;
  published_at: Timestamp | null;
  views_captured_at: Timestamp | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  duration_seconds: number | null;
  template: string | null;
  word_count: number;
  label_method: 'given' | 'rules' | 'curator';
  label_confidence: number;
  sample: boolean;
  retired_by: 'snapshot' | 'curator' | null;
  import_id: string | null;
  added_at: Timestamp;
  updated_at: Timestamp;
  /** Catalog version that last changed the row. */
  version: number;
  /** Catalog version that brought the hook to clients, the last time where it was retired between; null while they never had it. */
  added_version: number | null;
  /** The first count of its views, or the addition where that was earlier. */
  seen_at: Timestamp;
};

export type SourceTable = {
  id: string;
  name: string;
  location: string;
  /** What the operator stated; a mapping is made of it for each run. */
  mapping: ColumnType<unknown, string, string>;
  format: string | null;
  is_snapshot: boolean;
  may_shrink: boolean;
  /** null is the default of the service. */
  every: string | null;
  enabled: boolean;
  etag: string | null;
  last_modified: string | null;
  /** In a row, up to now. */
  failures: Counter;
  last_error: string | null;
  next_run_at: Timestamp;
  last_run_at: Timestamp | null;
  last_success_at: Timestamp | null;
  last_import_id: string | null;
  /** The import that is its run; no other may publish for it. */
  run_id: string | null;
  running_since: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

/** Ids outlive what they name. */
export type AuditTable = {
  id: Generated<number>;
  at: Timestamp;
  actor_kind: 'operator' | 'key' | 'session' | 'system';
  key_id: string | null;
  account_id: string | null;
  action: string;
  subject: string;
  details: ColumnType<unknown, string, never>;
  request_id: string | null;
  address: string | null;
};

/** Who may sign in; without an account it is the operator. Sessions and links hang on it as better-auth keeps them. */
type UserTable = {
  id: string;
  email: string;
  name: string;
  email_verified: boolean;
  image: string | null;
  account_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
};

export type Tables = {
  users: UserTable;
  sessions: { id: string; expires_at: Timestamp };
  verifications: { id: string; expires_at: Timestamp };
  hooks: HookTable;
  view_history: { hook_id: number; captured_at: Timestamp; views: number };
  catalog: { id: 1; version: number; updated_at: Timestamp };
  accounts: {
    id: string;
    name: string;
    email: string;
    plan: string;
    day_limit: number | null;
    month_limit: number | null;
    suspended_at: Timestamp | null;
    created_at: Timestamp;
  };
  keys: {
    id: string;
    account_id: string;
    name: string;
    hash: string;
    hint: string;
    created_at: Timestamp;
    expires_at: Timestamp | null;
    revoked_at: Timestamp | null;
    last_used_at: Timestamp | null;
  };
  key_requests: {
    id: string;
    name: string;
    email: string;
    use_case: string;
    calls_per_month: number;
    state: 'pending' | 'approved' | 'declined';
    account_id: string | null;
    created_at: Timestamp;
    decided_at: Timestamp | null;
  };
  usage_windows: { account_id: string; kind: 'day' | 'month'; starts_on: string; leased: Counter };
  /** Answers to known keys. A key that is gone keeps its rows. */
  usage_log: {
    account_id: string;
    day: string;
    key_id: string;
    endpoint: string;
    status: number;
    calls: number;
    /** Those that took quota. */
    counted: number;
  };
  /** The last batch of each process, so that none is added twice. */
  usage_log_writers: { id: string; batch: number; written_at: Timestamp };
  exports: ExportTable;
  webhook_endpoints: EndpointTable;
  webhook_events: { id: string; type: string; created_at: Timestamp };
  webhook_deliveries: DeliveryTable;
  webhook_attempts: AttemptTable;
  secrets: { name: string; value: string };
  sources: SourceTable;
  audit_log: AuditTable;
  /** Those in which some process was ready. */
  uptime_minutes: { minute: Timestamp };
  imports: {
    id: string;
    filename: string;
    source: string;
    source_id: string | null;
    state: 'running' | 'done' | 'unchanged' | 'failed';
    report: ColumnType<Record<string, number> | null, string | null, string | null>;
    error: string | null;
    progress: ColumnType<Record<string, unknown> | null, string | null, string | null>;
    seen_at: Timestamp | null;
    started_at: Timestamp;
    finished_at: Timestamp | null;
  };
  import_rejects: {
    import_id: string;
    n: number;
    file: string;
    line: number;
    field: string | null;
    reason: string;
    record: string;
  };
};
