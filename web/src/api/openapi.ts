// Types of the API for the pages, written from its schemas by `npm run generate`. Do not edit.
import type {
  Attempt,
  Delivery,
  Export,
  FullHook,
  LabelReason,
  LoggedRequest,
  SourceRequest,
  UsageWindow,
  Webhook,
} from '@hookline/sdk';

export type Account = {
  id: string;
  name: string;
  email: string;
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise';
  /** Custom limits that replace the plan's; null keeps the plan's limit */
  limits: {
    per_day: number | null;
    per_month: number | null;
  };
  suspended: boolean;
  /** IANA name of the time zone of digests */
  timezone: string;
  /** New email, effective once an owner opens the link sent to it */
  pending_email: { email: string; expires_at: string } | null;
  created_at: string;
};

/** Summary of an account in other records */
export type AccountBrief = {
  id: string;
  name: string;
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise';
  suspended: boolean;
};

/** All data that the service stores about an account, without secrets */
export type AccountData = {
  exported_at: string;
  account: Record<string, unknown>;
  sign_in: {
    users: Record<string, unknown>[];
    sessions: Record<string, unknown>[];
    passkeys: Record<string, unknown>[];
    apps: Record<string, unknown>[];
  };
  invitations: Record<string, unknown>[];
  keys: Record<string, unknown>[];
  requests: Record<string, unknown>[];
  source_requests: Record<string, unknown>[];
  webhooks: Record<string, unknown>[];
  /** Without bodies, which are hooks of the catalog */
  webhook_deliveries: Record<string, unknown>[];
  exports: Record<string, unknown>[];
  export_schedules: Record<string, unknown>[];
  searches: Record<string, unknown>[];
  feed_readers: Record<string, unknown>[];
  empty_searches: Record<string, unknown>[];
  digests: Record<string, unknown>[];
  collections: Record<string, unknown>[];
  collection_hooks: Record<string, unknown>[];
  trend_alerts: Record<string, unknown>[];
  request_log: Record<string, unknown>[];
  /** Calls per UTC day, key, endpoint and status */
  usage: Record<string, unknown>[];
  quota: Record<string, unknown>[];
  /** Audit log of the account, as its owner sees it */
  activity: Record<string, unknown>[];
  /** Sections with more rows than the export, which contains the newest */
  truncated: string[];
};

/** The account that is signed in, and its plan */
export type AccountDetail = {
  account: Account;
  plan: Plan;
};

/** An account with its usage and keys */
export type AccountOverview = OperatorAccount & {
  /** Day, then month. In lists up to 0.5 % of the limit too high, since processes lease calls in blocks */
  usage: UsageWindow[];
  /** Keys that are neither revoked nor expired */
  live_keys: number;
  /** Last use of any of its keys */
  last_used_at: string | null;
};

/** A page of accounts */
export type AccountOverviewPage = {
  accounts: AccountOverview[];
  /** Count over all pages */
  total: number;
  /** Pass as `after` to get the next page; null on the last one */
  next: string | null;
};

/** The account that an operator views read-only */
export type AccountView = {
  account: AccountBrief;
  expires_at: string;
};

/** An incident, maintenance or news item, with its updates */
export type Announcement = Notice & {
  /** Affected parts */
  parts: ('api' | 'dashboard' | 'exports' | 'webhooks' | 'updates' | 'email')[];
  /** When it was resolved, completed or ended */
  ended_at: string | null;
  updated_at: string;
  url: string;
  /** Newest first */
  updates: AnnouncementUpdate[];
};

export type AnnouncementPage = {
  announcements: Announcement[];
  next: string | null;
};

/** An update of an announcement */
export type AnnouncementUpdate = {
  id: string;
  at: string;
  state:
    | 'investigating'
    | 'identified'
    | 'monitoring'
    | 'resolved'
    | 'scheduled'
    | 'in_progress'
    | 'completed'
    | 'posted'
    | 'ended';
  message: string;
};

/** Units of an API in its current window */
export type ApiUsage = {
  /** `youtube`: units a day; `youtube-search`: searches a day; `yt-dlp`: videos an hour; `transcribe`: seconds of audio a month (UTC), listed if it has a budget */
  api: 'youtube' | 'youtube-search' | 'yt-dlp' | 'transcribe';
  /** Units used since the start of the window, over all sources */
  used: number;
  limit: number;
  /** End of the window; for YouTube, midnight in Pacific time */
  resets_at: string;
};

/** An approved request and its account */
export type Approval = {
  request: KeyRequest;
  account: OperatorAccount;
  /** false if the account already existed. A key request leaves it unchanged; other requests change it */
  created: boolean;
};

/** A change: who, what, when */
export type AuditRecord = {
  id: string;
  at: string;
  action:
    | 'account.created'
    | 'account.changed'
    | 'account.email_requested'
    | 'account.email_canceled'
    | 'account.noted'
    | 'account.deleted'
    | 'account.restored'
    | 'account.erasure_requested'
    | 'account.erased'
    | 'account.data_exported'
    | 'account.viewed'
    | 'account.view_ended'
    | 'key.created'
    | 'key.changed'
    | 'key.regenerated'
    | 'key.revoked'
    | 'app.connected'
    | 'app.changed'
    | 'app.disconnected'
    | 'key_request.submitted'
    | 'key_request.withdrawn'
    | 'key_request.approved'
    | 'key_request.declined'
    | 'source_request.submitted'
    | 'source_request.approved'
    | 'source_request.declined'
    | 'source_request.collected'
    | 'sign_in_link.created'
    | 'member.invited'
    | 'member.uninvited'
    | 'member.joined'
    | 'member.changed'
    | 'member.removed'
    | 'member.left'
    | 'session.started'
    | 'session.failed'
    | 'session.switched'
    | 'session.ended'
    | 'session.ended_everywhere'
    | 'passkey.added'
    | 'passkey.removed'
    | 'operator.added'
    | 'operator.changed'
    | 'operator.removed'
    | 'hook.edited'
    | 'hook.accepted'
    | 'hook.rejected'
    | 'hook.reopened'
    | 'hook.retired'
    | 'hook.views_accepted'
    | 'hook.views_rejected'
    | 'hook.taken_down'
    | 'hook.merged'
    | 'hook.duplicate_dismissed'
    | 'edit.undone'
    | 'takedown.lifted'
    | 'report.dismissed'
    | 'webhook.created'
    | 'webhook.changed'
    | 'webhook.tested'
    | 'webhook.paused'
    | 'webhook.resumed'
    | 'webhook.rotated'
    | 'webhook.replayed'
    | 'webhook.delivery_sent'
    | 'webhook.deleted'
    | 'export.requested'
    | 'export.canceled'
    | 'export.downloaded'
    | 'export.schedule_created'
    | 'export.schedule_changed'
    | 'export.schedule_paused'
    | 'export.schedule_deleted'
    | 'collection.created'
    | 'collection.changed'
    | 'collection.deleted'
    | 'collection.hooks_saved'
    | 'collection.hooks_removed'
    | 'collection.shared'
    | 'collection.unshared'
    | 'search.created'
    | 'search.changed'
    | 'search.rotated'
    | 'search.deleted'
    | 'search.digest_stopped'
    | 'search.digest_tested'
    | 'trend_alert.created'
    | 'trend_alert.changed'
    | 'trend_alert.deleted'
    | 'source.created'
    | 'source.changed'
    | 'source.run'
    | 'source.deleted'
    | 'source.trusted'
    | 'secret.set'
    | 'secret.deleted'
    | 'import.started'
    | 'import.undone'
    | 'labels.run'
    | 'value.mapped'
    | 'value.set'
    | 'value.removed'
    | 'platform.approved'
    | 'platform.withdrawn'
    | 'sample.removed'
    | 'labels.trained'
    | 'announcement.created'
    | 'announcement.changed'
    | 'announcement.updated'
    | 'announcement.deleted'
    | 'setup.changed';
  /** Id of the changed object */
  subject: string;
  /** Current name of the subject; null if it has none or no longer exists */
  subject_name: string | null;
  /** The account that the subject belongs to, if any */
  account_id: string | null;
  actor: 'operator' | 'key' | 'session' | 'system' | 'link';
  key_id: string | null;
  /** Current name of the key */
  key_name: string | null;
  /** Email of the signed-in operator; null for the operator key */
  operator_email: string | null;
  /** Email of the signed-in member of the account */
  member_email: string | null;
  details: Record<string, unknown>;
  request_id: string | null;
  /** IP address of the client */
  address: string | null;
};

/** Collection filters of YouTube and yt-dlp locations */
export type CollectSettings = {
  /** Longest video; null for any length. Default 180 */
  max_seconds?: number | null;
  /** Default `vertical`; square videos count as vertical */
  orientation?: 'vertical' | 'any';
  /** Newest videos of each location that are checked. Default 1000 */
  max_videos?: number;
  /** Preferred language of searches, such as `en` */
  language?: string;
  /** Country of searches, such as `US` */
  region?: string;
};

/** A delivery with its webhook and account */
export type DeliveryOverview = Delivery & {
  webhook_url: string;
  webhook_status: 'active' | 'paused';
  account_id: string;
  /** false: the account is suspended or its plan has no webhooks, and the delivery is on hold */
  account_active: boolean;
  account_name: string;
  last_attempt_at: string | null;
};

/** A delivery with its body, every attempt, webhook and account */
export type DeliveryOverviewDetail = DeliveryOverview & {
  /** The exact body that is signed and sent; empty if `skipped_by` is limit */
  request_body: string;
  log: Attempt[];
};

/** A page of deliveries */
export type DeliveryOverviewPage = {
  deliveries: DeliveryOverview[];
  next: string | null;
};

/** The disk of a directory */
export type DiskFigures = {
  path: string;
  free_bytes: number;
  total_bytes: number;
  /** Imports and exports are refused until this much more is free */
  missing_bytes: number;
};

/** An edit of hooks by a curator */
export type Edit = {
  id: string;
  action: 'edited' | 'accepted' | 'rejected' | 'reopened' | 'retired' | 'relabelled';
  /** Labels that were set */
  set: Record<string, string>;
  /** Number of changed hooks */
  hooks: number;
  actor: 'operator' | 'key' | 'session' | 'system' | 'link';
  operator_email: string | null;
  created_at: string;
  undone_at: string | null;
};

/** A page of edits, newest first */
export type EditPage = {
  edits: Edit[];
  next: string | null;
};

/** What an edit of several hooks changed */
export type EditResult = {
  /** Id to undo the edit; null if no hook was changed */
  edit_id: string | null;
  /** Number of changed hooks */
  changed: number;
  /** Unchanged hooks, and why */
  skipped: {
    id: string;
    reason: string;
  }[];
  catalog_version: number;
};

/** A search that found fewer than three hooks, in a week */
export type EmptySearch = {
  /** Words in lower case; null if only filters were sent */
  q: string | null;
  filters: Record<string, unknown>;
  count: number;
  /** Number of accounts that searched for it */
  accounts: number;
  last_at: string;
};

export type EndedSessions = {
  ended: number;
};

/** A hook in any state, and why its labels were guessed */
export type ExplainedHook = ReviewedHook & {
  /** Why labels were guessed. Empty for labels of a source or a curator */
  why: {
    archetype: LabelReason[];
    emotional_trigger: LabelReason[];
    niche: LabelReason[];
  };
};

/** An export and its account */
export type ExportOverview = Export & {
  account_id: string;
  account_name: string;
};

/** A page of exports */
export type ExportOverviewPage = {
  exports: ExportOverview[];
  next: string | null;
};

/** A source whose last runs failed */
export type FailingSource = {
  id: string;
  name: string;
  failures: number;
  error: string | null;
  since: string | null;
};

/** A value outside the taxonomy, and the value it is mapped to */
export type GivenValue = {
  /** Empty for all sources */
  source: string;
  field: 'archetype' | 'emotional_trigger' | 'niche' | 'format' | 'platform';
  value: string;
  records: number;
  /** Most likely value; null if no value is similar */
  nearest: string | null;
  /** Value that an operator chose; null if undecided, or for no value */
  becomes: string | null;
};

/** Values of records that are not in the taxonomy, the most frequent first */
export type GivenValues = {
  values: GivenValue[];
};

/** Something that is wrong now */
export type HealthProblem = {
  severity: 'warning' | 'error';
  what: string;
  /** null if unknown */
  since: string | null;
  /** The page of the console to fix it on */
  action: string;
};

/** A source record of a hook */
export type HookHolder = {
  source: string;
  source_id: string | null;
  /** View count from this source; null while its only count is pending */
  views: number | null;
  views_captured_at: string | null;
  source_url: string | null;
  creator: string | null;
  held_since: string;
  /** Start of the time in which its snapshots do not contain the hook */
  dropped_at: string | null;
  claim: ViewClaim | null;
};

/** A page of hooks in any state */
export type HookPage = {
  hooks: ReviewedHook[];
  total: number;
  next: string | null;
};

/** An import, with the reasons for unpublished records */
export type ImportDetail = ImportRecord & {
  /** Rejected records so far, most frequent first */
  rejects: RejectCount[];
  /** Reasons for rejected records and hooks pending review, with examples; the ten most frequent */
  reasons: ImportReason[];
  /** null if it sent no hook to review */
  reviewed: ImportReviewed | null;
  /** Values of its source that are not in the taxonomy now, most frequent first */
  unknown_values: GivenValue[];
};

/** A page of the import log */
export type ImportPage = {
  imports: ImportRecord[];
  total: number;
  /** Pass as `after` to get the next page; null on the last one */
  next: string | null;
};

/** Preview of an import */
export type ImportPreview = {
  report: ImportReport;
  /** First records of the file that are not rejected */
  records: PreviewRecord[];
  /** Most frequent reasons */
  reasons: ImportReason[];
  /** New hooks with nearly the same words as another hook; null if the catalog is too large to compare in a preview */
  near_duplicates: number | null;
  /** Values of the source that are not in the taxonomy, most frequent first; `PUT /operator/values` maps one */
  unknown_values: GivenValue[];
  mapping: {
    field: string;
    /** Columns of the file, in order of preference */
    columns: string[];
    /** Takes precedence over columns */
    constant: string | null;
  }[];
  /** Columns of the first records of the file */
  columns: string[];
  /** The first values of each column */
  samples: Record<string, string[]>;
  /** The preset that was named or detected; null if columns are matched by name */
  preset: string | null;
  /** Whether the preset was detected from the columns */
  is_detected: boolean;
  /** Bytes at the start of the file that the preview covers; null for the whole file */
  read_bytes: number | null;
};

/** Import progress */
export type ImportProgress = {
  phase: 'collecting' | 'reading' | 'publishing';
  read: number;
  rejected: number;
  bytes: number;
};

/** A reason why records are not published, with up to three examples */
export type ImportReason = {
  /** `pending`: the hook is pending review */
  result: 'pending' | 'rejected';
  /** One of cut_text, trailer, music_video, match_title, lyrics, no_sentence, uncertain_transcript, unknown_label, low_confidence; for rejected records, a sentence without the numbers of a single record */
  reason: string;
  count: number;
  examples: {
    /** Null if it is no longer known */
    line: number | null;
    /** Text of the hook, or the beginning of the rejected record */
    text: string;
  }[];
};

/** An import in the log */
export type ImportRecord = {
  id: string;
  filename: string;
  source: string;
  /** Source of the run; null for a manual import */
  source_id: string | null;
  state: 'running' | 'done' | 'unchanged' | 'failed';
  report: ImportReport | null;
  error: string | null;
  /** Progress of a running import, at most some seconds old */
  progress: ImportProgress | null;
  started_at: string;
  finished_at: string | null;
  /** API units that the run used, such as `{"youtube": 12}`; null if it collected nothing */
  usage: Record<string, number> | null;
  undone_at: string | null;
  /** Deadline for an undo; null if it cannot be undone */
  undo_until: string | null;
};

/** Import counts, in records */
export type ImportReport = {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  duplicates: number;
  rejected: number;
  pending: number;
  retired: number;
  catalog_version: number;
  /** View counts held because they rise implausibly fast */
  held?: number;
  /** Rejected records that are stored; the rest is only counted */
  rejects_kept?: number;
  /** Records without a video that share an id with records of other texts; absent without any */
  shared_ids?: number;
  /** Records with a date that could not be read, and the first such value; absent without any */
  unread_dates?: {
    count: number;
    first: string;
  };
  /** New hooks that are published with guessed labels, and the share of these labels that is expected to be right, by their confidences; absent without any */
  guessed?: {
    published: number;
    right: number;
  };
};

/** Outcomes of hooks sent to review */
export type ImportReviewed = {
  waiting: number;
  published: number;
  rejected: number;
};

/** Outcome of the undo of an import */
export type ImportUndo = {
  catalog_version: number;
  /** Hooks removed from the catalog or the review queue */
  removed: number;
  /** Hooks restored to their former values, or to values of another source */
  restored: number;
  /** Hooks left unchanged, since a later import of the source or a decision about views changed them */
  kept: number;
  /** Webhook deliveries that contained its hooks. They cannot be recalled */
  delivered: number;
  /** Scheduled source of the import, if it was the newest run. It is paused; resume it to import again */
  paused_source: string | null;
};

export type IssuedKey = Key & {
  /** The key itself, shown only once */
  key: string;
};

export type Key = {
  id: string;
  name: string;
  /** Enough of the key to recognize it */
  hint: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
  /** IP address of a request around that time */
  last_used_ip: string | null;
  /** Id of the key that replaces it; this one works until `expires_at` */
  replaced_by: string | null;
  /** What the key may do */
  scopes: ('read' | 'export' | 'webhooks' | 'usage')[];
  /** IP addresses and networks that the key may be used from; null for any */
  allowed_ips: string[] | null;
  /** Calls of the account that this key may use; null for no separate limit */
  limits: {
    per_day: number | null;
    per_month: number | null;
  };
};

export type KeyReportReceipt = {
  message: string;
};

export type KeyRequest = {
  id: string;
  name: string;
  email: string;
  /** `key`: from anyone; `plan` and `reactivation`: from a signed-in member of an account */
  kind: 'key' | 'plan' | 'reactivation';
  use_case: string;
  /** null if not specified */
  expected_calls_per_month: number | null;
  /** Requested plan; null if not specified */
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise' | null;
  state: 'pending' | 'approved' | 'declined';
  /** Account that sent it, or that the approval created or found */
  account_id: string | null;
  created_at: string;
  decided_at: string | null;
};

/** A key request, with other requests and the account of its email */
export type KeyRequestOverview = KeyRequest & {
  same_email: {
    /** Other requests with this email */
    requests: number;
    declined: number;
    account: AccountBrief | null;
  };
};

/** A page of key requests */
export type KeyRequestPage = {
  key_requests: KeyRequestOverview[];
  /** Count over all pages */
  total: number;
  /** Pass as `after` to get the next page; null on the last one */
  next: string | null;
};

/** How often curators agreed with guesses */
export type LabelAgreement = {
  decisions: number;
  agreed: number;
  share: number | null;
  labels: {
    label: 'archetype' | 'emotional_trigger' | 'niche' | 'format';
    decisions: number;
    agreed: number;
    share: number | null;
  }[];
  /** `given` shows how often sources were right about labels that a curator set */
  methods: {
    label: 'archetype' | 'emotional_trigger' | 'niche' | 'format';
    method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm';
    decisions: number;
    agreed: number;
    share: number | null;
  }[];
  /** The 20 sources with the most decisions. `given`: labels from the source itself */
  sources: {
    source: string;
    decisions: number;
    agreed: number;
    share: number | null;
    given: {
      decisions: number;
      agreed: number;
      share: number | null;
    };
  }[];
  families: {
    family: 'spoken' | 'caption' | 'title' | null;
    decisions: number;
    agreed: number;
    share: number | null;
  }[];
  /** The last 12 weeks, oldest first, each by its Monday (UTC) */
  weeks: {
    week: string;
    decisions: number;
    agreed: number;
    share: number | null;
  }[];
};

/** A model of labels; `refused`: it scored worse than the active one */
export type LabelModel = {
  version: number;
  state: 'active' | 'former' | 'refused';
  created_at: string;
  /** Lines of its training */
  lines: number;
  /** Scores of its cross-validation */
  scores: Record<string, unknown>;
};

/** How many guesses were confirmed, by confidence */
export type LabelReliability = {
  /** null: all labels */
  label: 'archetype' | 'emotional_trigger' | 'niche' | 'format' | null;
  /** null: all sources */
  family: 'spoken' | 'caption' | 'title' | null;
  decisions: number;
  /** Mean difference between confidence and share of confirmed guesses, weighted by decisions */
  calibration_error: number | null;
  bins: {
    from: number;
    to: number;
    decisions: number;
    confirmed: number;
    mean_confidence: number | null;
  }[];
};

/** Accuracy of the labels */
export type LabelsReport = {
  at: string;
  /** Guesses below this confidence are not published */
  floors: {
    archetype: number;
    emotional_trigger: number;
    niche: number;
    format: number;
  };
  /** How many of the newest 20,000 hooks with guesses are published by the current floors, and by one floor for all labels */
  outcomes: {
    /** For all labels; null: the current floors */
    floor: number | null;
    hooks: number;
    published: number;
    /** The share of published guesses expected to be right, by their confidences */
    right: number | null;
  }[];
  agreement: LabelAgreement;
  reliability: LabelReliability[];
  /** The 20 most frequent wrong guesses */
  confusions: {
    label: 'archetype' | 'emotional_trigger' | 'niche' | 'format';
    guessed: string;
    decided: string;
    hooks: number;
  }[];
  models: {
    /** null: the shipped model */
    active: LabelModel | null;
    /** The last 10 models, newest first */
    recent: LabelModel[];
    /** Decisions since the newest model */
    new_decisions: number;
    /** New decisions that start a training. Imports start one too */
    decisions_per_training: number;
  };
  /** null: not configured and not used this month */
  language_model: {
    /** null if none is configured now */
    model: string | null;
    month: string;
    calls: number;
    faults: number;
    input_tokens: number;
    output_tokens: number;
    /** Tokens a month */
    budget: number | null;
    /** Agreement on decisions about texts that it labelled */
    agreement: {
      decisions: number;
      agreed: number;
      share: number | null;
    };
    /** Reason for the current stop */
    stop: { reason: string; resume_at: string } | null;
  } | null;
  waiting: {
    /** Hooks pending because a guess is below its floor */
    low_confidence: number;
  };
  /** Published hooks with the value `other`. High: above 5 % */
  published_other: {
    label: 'archetype' | 'emotional_trigger' | 'niche' | 'format';
    hooks: number;
    share: number;
    is_high: boolean;
  }[];
  /** Up to 20 pending hooks whose decision would help most, most helpful first */
  teaching: {
    id: string;
    text: string;
    source: string;
    /** Labels that are guesses */
    guesses: Record<
      string,
      {
        value: string;
        method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm';
        confidence: number;
      }
    >;
  }[];
};

/** A page of the request log */
export type LoggedRequestPage = {
  requests: LoggedRequest[];
  total: number;
  next: string | null;
};

/** A member of an account, or an invitation */
export type Member = {
  /** `mem_` and 16 letters or digits, `inv_` for an invitation */
  member_id: string;
  email: string;
  role: 'owner' | 'developer' | 'viewer' | 'billing';
  state: 'active' | 'invited';
  /** The member who is signed in */
  you: boolean;
  /** Email of the inviter; null for members */
  invited_by: string | null;
  /** When the member joined, or was invited */
  created_at: string;
  /** Expiry of an invitation */
  expires_at: string | null;
  /** Start of the newest session that has not ended */
  last_signed_in_at: string | null;
};

/** An account that the user can access */
export type Membership = {
  id: string;
  name: string;
  role: 'owner' | 'developer' | 'viewer' | 'billing';
};

/** A page of the audit log */
export type NamedAuditPage = {
  records: NamedAuditRecord[];
  next: string | null;
};

/** A change, with the name of the account */
export type NamedAuditRecord = AuditRecord & {
  /** null without an account, or if it no longer exists */
  account_name: string | null;
};

/** A secret without its value */
export type NamedSecret = {
  name: string;
  /** `environment`: HOOKLINE_SECRET_NAME is set, and takes precedence over the database */
  from: 'database' | 'environment';
  /** false if it was encrypted with a former operator key; set it again */
  is_readable: boolean;
  /** null for a secret of the environment */
  created_at: string | null;
  /** null for a secret of the environment */
  updated_at: string | null;
};

/** Another hook with nearly the same words */
export type NearDuplicate = {
  id: string;
  text: string;
  /** Share of common character trigrams: 0.8 or more, or 0.65 if both have nearly the same meaning */
  similarity: number;
};

/** The account that a sign-up created */
export type NewAccount = {
  email: string;
  account: AccountBrief;
  /** Its first key, shown only once */
  key: IssuedKey;
};

export type NewKeyRequest = {
  /** Person or company */
  name: string;
  email: string;
  /** Intended use of the data */
  use_case: string;
  expected_calls_per_month: number;
  /** Requested plan; the operator decides */
  plan?: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise';
};

export type NewPlanRequest = {
  kind: 'plan' | 'reactivation';
  /** Requested plan. Required for the kind `plan` */
  plan?: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise';
  /** Message to the operator */
  use_case: string;
  expected_calls_per_month?: number;
};

export type NewReport = {
  /** This or `url` */
  hook_id?: string;
  /** URL of the video */
  url?: string;
  reason: 'copyright' | 'privacy' | 'harmful' | 'other';
  /** For questions */
  email: string;
  details: string;
};

/** An announcement that every page shows: it is open, or a maintenance is near */
export type Notice = {
  /** `ann_` and 16 letters or digits */
  id: string;
  kind: 'incident' | 'maintenance' | 'announcement';
  /** Severity of an incident */
  severity: 'minor' | 'major' | 'critical' | null;
  title: string;
  phase: 'scheduled' | 'open' | 'ended';
  /** State of the newest update */
  state:
    | 'investigating'
    | 'identified'
    | 'monitoring'
    | 'resolved'
    | 'scheduled'
    | 'in_progress'
    | 'completed'
    | 'posted'
    | 'ended';
  starts_at: string;
  /** Planned end */
  ends_at: string | null;
};

/** A plan, and how to get it */
export type OfferedPlan = Plan & {
  /** Whether anyone can get it at once, at /sign-up; else on request */
  sign_up: boolean;
};

/** An operator of the service */
export type Operator = {
  id: string;
  email: string;
  role: 'owner' | 'curator' | 'support';
  added_at: string;
};

/** An account as operators see it */
export type OperatorAccount = Account & {
  /** Private note of the operators */
  note: string | null;
  /** null unless the account is deleted */
  deletion: {
    deleted_at: string;
    /** End of the period in which the account can be restored */
    erase_after: string;
    reason: string | null;
  } | null;
};

export type OperatorAnnouncementPage = {
  announcements: Announcement[];
  next: string | null;
  /** Emails that get the next update */
  subscribers: number;
};

/** What is wrong now, and the figures. Sections of the database are null during an outage */
export type OperatorHealth = {
  /** Severity of the worst problem */
  status: 'ok' | 'warning' | 'error';
  at: string;
  /** Most severe first */
  problems: HealthProblem[];
  process: {
    version: string;
    node: string;
    /** Figures are per process */
    pid: number;
    started_at: string;
    uptime_seconds: number;
    memory: {
      rss_bytes: number;
      heap_used_bytes: number;
      external_bytes: number;
    };
    /** Delay of timers since `since`, which is at most a few minutes ago while it is read often */
    event_loop: {
      mean_ms: number;
      p99_ms: number;
      max_ms: number;
      since: string;
    };
  };
  catalog: {
    version: number;
    hooks: number;
    updated_at: string;
    age_seconds: number;
    data_through: string | null;
    next_update_at: string | null;
    checked_at: string | null;
  };
  disk: DiskFigures | null;
  /** null if exports are in the data directory, or the disk cannot be read */
  export_disk: DiskFigures | null;
  /** Numbers are null if the store cannot be reached */
  export_files: {
    location: string;
    reachable: boolean;
    files: number | null;
    bytes: number | null;
    error: string | null;
  };
  database: {
    reachable: boolean;
    answered_in_ms: number | null;
    size_bytes: number | null;
    /** When the server last refused a change because its disk is full */
    disk_full_at: string | null;
    error: string | null;
  };
  queues: Record<string, QueueFigures> | null;
  deliveries: {
    due: number;
    oldest_due_at: string | null;
    pending: number;
    failed_today: number;
    skipped_today: number;
  } | null;
  /** Threads that ended by an error in the last hour, of all processes. They are started again */
  delivery_threads: { ended: number; last_at: string | null; error: string | null } | null;
  webhooks_paused: PausedWebhook[] | null;
  exports: { processing: number; oldest_processing_at: string | null; failed_today: number } | null;
  sources_failing: FailingSource[] | null;
  review: { waiting: number; oldest_at: string | null } | null;
  /** null if none is configured */
  language_model: {
    model: string;
    /** Why the provider is paused until `resume_at`; null while available */
    stop: {
      by: 'budget' | 'rate_limit' | 'refused' | 'timeout' | 'unavailable' | 'invalid';
      reason: string;
      since: string;
      resume_at: string;
    } | null;
  } | null;
  /** null if only words are compared */
  embeddings: {
    model: string;
    /** Vectors of the texts of the hooks that this process serves */
    vectors: number;
    /** Hooks without a vector */
    waiting: number;
    dimensions: number;
    memory_bytes: number;
    /** Why the provider is paused until `resume_at`; null while available */
    stop: {
      by: 'budget' | 'rate_limit' | 'refused' | 'timeout' | 'unavailable' | 'invalid';
      reason: string;
      since: string;
      resume_at: string;
    } | null;
  } | null;
  /** Refreshes of view counts; empty without the secret of a platform */
  view_refreshes: ViewRefreshHealth[] | null;
  key_requests: { pending: number; oldest_at: string | null } | null;
  reports: { waiting: number; oldest_at: string | null } | null;
};

/** A hook in any state, with its origin */
export type OperatorHook = FullHook & {
  state: 'published' | 'pending' | 'retired' | 'rejected';
  /** Name in the file of a platform outside the taxonomy */
  given_platform: string | null;
  /** Labels as spelled in the file, by field; empty if it has no labels */
  given_labels: Record<string, string>;
  /** Reason for the review */
  review_reason:
    | 'cut_text'
    | 'trailer'
    | 'music_video'
    | 'match_title'
    | 'lyrics'
    | 'no_sentence'
    | 'uncertain_transcript'
    | 'unknown_label'
    | 'low_confidence'
    | null;
  /** Kind of text, by which confidences are calibrated */
  source_family: 'spoken' | 'caption' | 'title' | null;
  /** The canonical video */
  video_key: string | null;
  /** The hook of the same video that replaced this one */
  merged_into: string | null;
  /** When a curator last decided its text or labels; imports no longer change them */
  curated_at: string | null;
  source: string;
  source_id: string | null;
  /** The import that added it; null for the oldest hooks */
  import_id: string | null;
  retired_by: 'snapshot' | 'curator' | 'takedown' | 'merge' | 'undo' | 'unavailable' | null;
};

/** Setup checklist of the service */
export type OperatorSetup = {
  hidden: boolean;
  /** Whether all items are done */
  done: boolean;
  items: {
    id: 'data' | 'mail' | 'public_url' | 'backups' | 'operators';
    title: string;
    done: boolean;
    /** Current state, or action to take */
    detail: string;
    /** Page to do it on, or its instructions */
    href: string;
    /** Whether an operator may mark it as done */
    can_confirm: boolean;
  }[];
};

/** A source request, and who sent it */
export type OperatorSourceRequest = SourceRequest & {
  account: {
    id: string;
    name: string;
  };
  /** Location that approving it collects; null for a topic */
  collects: string | null;
  /** Name of the source that collects it */
  source: string | null;
};

/** Calls by the fields of `by` */
export type OperatorUsage = {
  since: string;
  until: string;
  by: ('day' | 'endpoint' | 'key' | 'status' | 'account')[];
  usage: {
    day?: string;
    /** With its method unless it is GET */
    endpoint?: string;
    key_id?: string;
    key_name?: string | null;
    status?: number;
    calls: number;
    /** Calls used of the quota: most calls use one, some more */
    counted: number;
    account_id?: string;
    account_name?: string;
  }[];
};

/** Values of labels, fields of a mapping, and mapping presets */
export type OperatorValues = {
  archetype: {
    id: string;
    name: string;
    description: string;
  }[];
  emotional_trigger: {
    id: string;
    name: string;
    description: string;
  }[];
  niche: {
    id: string;
    name: string;
    description: string;
  }[];
  format: {
    id: string;
    name: string;
    description: string;
  }[];
  platform: {
    id: string;
    name: string;
    description: string;
  }[];
  /** What a column of a file can be mapped to */
  fields: string[];
  /** `source` is the name of the source if the import does not set one */
  presets: {
    name: string;
    source: string | null;
  }[];
  /** How often a source without an interval runs */
  update_every: string;
  /** How much of a file the preview of its import reads */
  preview_bytes: number;
};

/** An invitation, as its recipient sees it */
export type OwnInvitation = {
  /** `inv_` and 16 letters or digits */
  invitation_id: string;
  /** Name of the account */
  account: string;
  role: 'owner' | 'developer' | 'viewer' | 'billing';
  invited_by: string;
  expires_at: string;
};

/** Passkeys of the signed-in user */
export type OwnPasskeys = {
  /** Whether passkeys can be added: over https, by users with an email */
  offered: boolean;
  passkeys: Passkey[];
};

/** A niche or an archetype that an operator added */
export type OwnValue = {
  kind: 'niche' | 'archetype';
  id: string;
  /** Its id is derived from it. Another PUT with the same id replaces the value */
  name: string;
  /** Sent to language models. Default: the name */
  description: string;
  /** Other spellings that filters and imports accept */
  aliases: string[];
  /** One or two words each: lines with one of them are guessed as the niche. Only for niches */
  words: string[];
  /** Published and pending hooks that have it */
  hooks: number;
};

export type PageErrorReceipt = {
  error_id: string;
};

export type Passkey = {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

/** A paused webhook and its account */
export type PausedWebhook = {
  webhook_id: string;
  account_id: string;
  account_name: string;
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: string | null;
};

/** What a plan costs and includes */
export type Plan = {
  name: string;
  title: string;
  /** Per month; null for a price by agreement */
  price_usd: number | null;
  /** Calls; null if no limit is enforced */
  limits: {
    per_day: number | null;
    per_month: number | null;
  };
  /** Calls included in the price if no limit is enforced */
  included_per_month: number | null;
  features: ('read' | 'full' | 'trends' | 'export' | 'webhooks')[];
  /** null for unlimited */
  exports_per_day: number | null;
  /** null for unlimited */
  records_per_export: number | null;
  saved_searches: number;
  /** Hooks in the feed of a saved search */
  feed_items: number;
  collections: number;
  hooks_per_collection: number;
  /** Days that calls stay in the request log */
  request_log_days: number;
  support: 'none' | 'email' | 'dedicated';
};

/** A platform outside the taxonomy */
export type Platform = {
  name: string;
  is_approved: boolean;
  /** Hooks with `Other` whose files have this name */
  hooks: number | null;
};

/** A record of a file, with the resulting hook */
export type PreviewRecord = {
  line: number;
  /** Count of the report that includes the record */
  result: 'added' | 'pending' | 'updated' | 'unchanged' | 'duplicates' | 'held';
  /** State of the hook after the import, like the fields below */
  state: 'published' | 'pending' | 'retired' | 'rejected';
  /** Review reason: cut_text, trailer, music_video, match_title, lyrics, no_sentence, uncertain_transcript, unknown_label, low_confidence */
  reason: string | null;
  /** Null if the hook is new */
  hook_id: string | null;
  text: string;
  /** Text in the file; null if it is the same */
  raw_text: string | null;
  views: number | null;
  platform: string | null;
  archetype: string | null;
  emotional_trigger: string | null;
  niche: string | null;
  format: string | null;
  language: string | null;
  creator: string | null;
  labels: {
    method: 'given' | 'rules' | 'curator';
    confidence: number;
  };
};

/** Jobs of a queue by state */
export type QueueFigures = {
  waiting: number;
  retrying: number;
  active: number;
  failed: number;
  oldest_at: string | null;
  error: string | null;
};

/** Rejected records by field and reason */
export type RejectCount = {
  field: string | null;
  /** Reason without the numbers and quotes of a single record */
  reason: string;
  count: number;
};

/** A page of rejected records */
export type RejectPage = {
  rejects: RejectRecord[];
  /** Counts over all pages */
  counts: RejectCount[];
  /** Pass as `after` to get the next page; null on the last one */
  next: string | null;
};

/** A record that an import rejected */
export type RejectRecord = {
  n: number;
  file: string;
  line: number;
  /** `file` if the whole file was rejected; null if the record could not be read */
  field: string | null;
  reason: string;
  /** The record, as far as it could be read */
  value: unknown;
};

/** What a relabelling changes */
export type RelabelReport = {
  dry_run: boolean;
  /** Id to undo the edit; null if nothing was changed, or in a dry run */
  edit_id: string | null;
  catalog_version: number;
  /** Hooks whose labels were guessed again: not edited by curators */
  hooks: number;
  /** Hooks with at least one changed label */
  changed: number;
  /** Hooks with unchanged labels and a confidence that is 0.05 or more higher or lower, or crosses the floor */
  confidence_changed: number;
  unchanged: number;
  /** Hooks with a label whose confidence is now below the floor, without another label that reaches it. Published hooks stay published */
  uncertain: number;
  /** Pending hooks whose labels all reach the floor now */
  published: number;
  /** Hooks that were edited during the run and are not relabelled */
  skipped: number;
  /** Changes of labels, the most frequent first, at most 100 */
  labels: {
    label: 'archetype' | 'emotional_trigger' | 'niche' | 'format';
    from: string | null;
    to: string | null;
    hooks: number;
  }[];
  /** At most 20 */
  examples: {
    id: string;
    text: string;
    label: 'archetype' | 'emotional_trigger' | 'niche' | 'format';
    from: string | null;
    to: string | null;
    /** Confidence of the new label */
    confidence: number | null;
  }[];
  /** null without `method` */
  llm: {
    /** Hooks whose text was sent to the language model, now or earlier */
    asked: number;
    /** Hooks with a valid response. The others are unchanged */
    answered: number;
    /** Tokens used by this run. Responses are stored, so the same texts cost no more tokens */
    tokens: number;
    /** Why some texts were not sent: budget, rate limit, outage */
    stopped: string | null;
    /** Matching hooks, in the sample or not */
    matching: number;
    /** Estimate for the texts of the matching hooks that were not sent yet */
    tokens_for_all: number;
  } | null;
};

/** Failed deliveries of a period that are replayed, by webhook */
export type ReplayedDeliveries = {
  /** Deliveries replayed, or found with `dry_run` */
  deliveries: number;
  webhooks: {
    webhook_id: string;
    account_id: string;
    account_name: string;
    deliveries: number;
    /** Why no delivery of this webhook was replayed */
    error: string | null;
  }[];
};

/** A request to take a hook down */
export type Report = {
  id: string;
  hook_id: string | null;
  url: string | null;
  reason: 'copyright' | 'privacy' | 'harmful' | 'other';
  email: string;
  details: string;
  state: 'waiting' | 'dismissed' | 'taken_down';
  created_at: string;
  decided_at: string | null;
  /** Current state of the hook; null if no hook has this id */
  hook: { text: string; state: string } | null;
};

/** A page of reports */
export type ReportPage = {
  reports: Report[];
  total: number;
  next: string | null;
};

/** A report that was received. A person reads it */
export type ReportReceipt = {
  /** `rep_` and 16 letters or digits */
  report_id: string;
  created_at: string;
};

/** JSON API request settings */
export type RequestSettings = {
  /** `$secret:NAME` in a value stands for a secret */
  headers?: Record<string, string>;
  /** Body of a POST request, application/json unless a header sets another type. `$secret:NAME` stands for a secret, `$date:-7d` for the day a week ago (2026-11-15), `$yyyymmdd:-7d` for the same as 20261115 */
  body?: string;
  /** Path to the next cursor or URL in the response, such as `data.cursor`; `link` is the Link header. Further paths after a comma are sent too */
  next?: string;
  /** Parameter that the cursor is sent as. Default: the last part of `next` without `next_` */
  next_as?: string;
  /** Parameter that counts the pages from 1; `page=0` from 0; `offset=0+100` adds 100 for each page */
  page?: string;
};

/** Why a hook needs review, and how certain each label is */
export type Review = {
  /** `unknown_label`: the record had a label that is not in the taxonomy, and a guess replaced it */
  reason:
    | 'cut_text'
    | 'trailer'
    | 'music_video'
    | 'match_title'
    | 'lyrics'
    | 'no_sentence'
    | 'uncertain_transcript'
    | 'unknown_label'
    | 'low_confidence';
  archetype: ReviewedLabel;
  emotional_trigger: ReviewedLabel;
  niche: ReviewedLabel;
  format: ReviewedLabel;
};

/** Number of hooks pending review, by reason, source and language */
export type ReviewQueue = {
  /** Number of hooks pending review */
  waiting: number;
  oldest_at: string | null;
  reasons: {
    value: string | null;
    hooks: number;
  }[];
  sources: {
    value: string | null;
    hooks: number;
  }[];
  languages: {
    value: string | null;
    hooks: number;
  }[];
};

/** A hook in any state, with its review and its source records */
export type ReviewedHook = OperatorHook & {
  /** For pending hooks */
  review: Review | null;
  /** All sources that ever had it, in order of arrival */
  holders: HookHolder[];
  /** Hooks with nearly the same text, most similar first. Hooks with the same words share `text_group` */
  near_duplicates: NearDuplicate[];
};

/** A label to review, with alternatives */
export type ReviewedLabel = {
  value: string | null;
  /** Confidence of the current guess; null for a value that is not guessed, such as one of the source */
  confidence: number | null;
  /** Other values, the most likely first */
  alternatives: {
    value: string;
    /** From 0 to 1 */
    confidence: number;
  }[];
};

/** A page of the runs of a source */
export type RunPage = {
  runs: ImportRecord[];
  next: string | null;
};

/** Sample hooks that were retired */
export type SampleRemoval = {
  removed: number;
  catalog_version: number;
};

/** A browser that is signed in */
export type SessionEntry = {
  id: string;
  /** null for the operator of `hookline admin sign-in` */
  email: string | null;
  /** IP address that signed in */
  address: string | null;
  /** Browser and system */
  user_agent: string | null;
  started_at: string;
  expires_at: string;
  /** The session of this request */
  current: boolean;
};

/** Who is signed in. An operator has no account, and an invited user may have none yet */
export type SessionRecord = {
  role: 'holder' | 'operator';
  /** null for a member of an account */
  operator_role: 'owner' | 'curator' | 'support' | null;
  /** What an operator of this role may do */
  permissions: ('read' | 'catalog' | 'accounts' | 'system')[];
  email: string;
  /** The account that the session works in */
  account: AccountBrief | null;
  /** Role in this account */
  member_role: 'owner' | 'developer' | 'viewer' | 'billing' | null;
  /** What this role may do */
  member_permissions: string[];
  /** Accounts of which the user is a member */
  accounts: Membership[];
  /** Number of pending invitations */
  invitations: number;
  /** Notices shown on every page */
  notices: Notice[];
  /** The account that an operator views now, read-only */
  viewing: AccountView | null;
  expires_at: string;
};

/** A link that signs in, once */
export type SignInLink = {
  url: string;
  expires_at: string;
};

/** A scheduled source of hooks */
export type Source = {
  id: string;
  name: string;
  location: string;
  preset: string | null;
  /** Pairs such as `text=Caption` */
  map: string[];
  /** Pairs such as `platform=Reels` */
  set: string[];
  records: string | null;
  records_of: string | null;
  format: 'json' | 'jsonl' | 'csv' | 'tsv' | null;
  encoding: string | null;
  header_row: number | null;
  on_duplicate: 'update' | 'skip' | null;
  snapshot: boolean;
  allow_shrink: boolean;
  request: RequestSettings | null;
  collect: CollectSettings | null;
  /** null uses the default */
  every: string | null;
  /** Interval in effect */
  runs_every: string;
  enabled: boolean;
  state: 'running' | 'paused' | 'failing' | 'waiting';
  /** Consecutive failed runs */
  failures: number;
  last_error: string | null;
  /** Warnings of the last run */
  notices: SourceNotice[];
  /** null while it is paused */
  next_run_at: string | null;
  last_run_at: string | null;
  /** Includes runs that found nothing new */
  last_success_at: string | null;
  last_import_id: string | null;
  running_since: string | null;
  created_at: string;
  updated_at: string;
};

/** A source with its last runs, newest first */
export type SourceDetail = Source & {
  last_runs: ImportRecord[];
};

export type SourceNotice = {
  /** null for all locations */
  location: string | null;
  message: string;
  /** Action to take; null if none is needed */
  remedy: string | null;
  /** Resume time */
  until: string | null;
};

/** Preview of the first run of a source */
export type SourcePreview = {
  /** Secrets to set first; nothing was read without them */
  missing_secrets: string[];
  /** null if there is no record to import */
  preview: ImportPreview | null;
  /** Videos checked by a collector */
  found: {
    /** Videos to import */
    imported: number;
    /** Videos with too few views so far, checked again later */
    watched: number;
    /** Excluded: too long, horizontal, live */
    skipped: number;
  } | null;
  /** Locations, or files of a directory, that the preview read, and their total */
  parts: {
    read: number;
    total: number;
  };
  /** Why a location cannot be read, and what to do */
  notices: SourceNotice[];
  /** API units that the preview used */
  usage: Record<string, number>;
};

/** A page of source requests */
export type SourceRequestPage = {
  source_requests: OperatorSourceRequest[];
  total: number;
  next: string | null;
};

/** Trust in the records of a source, and the number of hooks it added */
export type SourceTrust = {
  source: string;
  /** 0 to 9; sources have 5 until it is set */
  trust: number;
  hooks: number;
};

/** Figures of the process that responds, and hooks by state */
export type Stats = {
  version: string;
  catalog_version: number;
  uptime_seconds: number;
  memory_bytes: number;
  /** By state */
  hooks: Record<string, number>;
};

/** Figures from the database are null during its outage */
export type Status = {
  status: 'up' | 'degraded';
  /** Why the service is degraded; empty if it is up */
  reasons: string[];
  version: string;
  /** Start of the process that sent the response */
  started_at: string;
  uptime: Uptime | null;
  catalog: {
    hooks: number;
    /** Whether the catalog includes sample data */
    sample_data: boolean;
    version: number;
    /** When hooks last changed */
    updated_at: string;
    /** When a source was last read */
    checked_at: string | null;
    data_through: string | null;
    next_update_at: string | null;
  };
  /** Latency of API responses of this process; percentiles are null without responses */
  latency: {
    p50_ms: number | null;
    p95_ms: number | null;
    p99_ms: number | null;
    requests: number;
    window_minutes: number;
  };
  /** Webhook deliveries created in the window, without tests */
  deliveries: {
    window_hours: number;
    delivered: number;
    /** Deliveries whose attempts all failed */
    failed: number;
    /** Currently pending, of any age */
    pending: number;
    /** `delivered / (delivered + failed)` */
    success_ratio: number | null;
    oldest_pending_at: string | null;
  } | null;
  exports: { processing: number } | null;
  /** Open, scheduled, and ended within 90 days; newest first */
  announcements: Announcement[];
};

/** An email that gets announcements */
export type StatusSubscription = {
  email: string;
};

/** A hook that was taken down, and what imports may not bring back */
export type Takedown = {
  /** `tkd_` and 16 letters or digits */
  id: string;
  hook_id: string;
  reason: string;
  actor: 'operator' | 'key' | 'session' | 'system' | 'link';
  /** Empty once it is lifted */
  blocks: ('text' | 'source_url' | 'creator')[];
  /** The version that removed the hook */
  catalog_version: number;
  created_at: string;
  /** When copies outside the catalog were removed */
  purged_at: string | null;
  /** When its blocks were lifted */
  lifted_at: string | null;
};

/** A page of takedowns */
export type TakedownPage = {
  takedowns: Takedown[];
  total: number;
  next: string | null;
};

/** Result of a training */
export type TrainingReport = {
  /** `active`: the new model is used. `refused`: it guesses worse than the one in use, which stays. `running`: not finished yet; `GET /operator/labels/report` will list it */
  state: 'active' | 'refused' | 'running';
  /** Version of the new model; null while it is trained */
  version: number | null;
  /** Number of labelled hooks used for training */
  lines: number | null;
  /** Scores compared with the model in use */
  scores: Record<string, unknown> | null;
};

/** What the undo of an edit restored */
export type UndoneEdit = {
  edit_id: string;
  /** Number of hooks restored to their state before the edit */
  restored: number;
  /** Hooks that were changed since and are not restored */
  skipped: {
    id: string;
    reason: string;
  }[];
  /** Webhook deliveries with its hooks. They are not undone */
  delivered: number;
  catalog_version: number;
};

/** Share of minutes in which the service was ready, 0 to 1 */
export type Uptime = {
  measured_since: string | null;
  last_24h: number | null;
  last_7d: number | null;
  last_30d: number | null;
  last_90d: number | null;
  /** The last 90 days in UTC, oldest first; null before the first record */
  days: {
    day: string;
    uptime: number | null;
  }[];
};

/** A secret without its value, and the sources that send it */
export type UsedSecret = {
  name: string;
  /** `environment`: HOOKLINE_SECRET_NAME is set, and takes precedence over the database */
  from: 'database' | 'environment';
  /** false if it was encrypted with a former operator key; set it again */
  is_readable: boolean;
  /** null for a secret of the environment */
  created_at: string | null;
  /** null for a secret of the environment */
  updated_at: string | null;
  /** Names of sources that send it */
  sources: string[];
};

/** A view count too large to be shown without an operator’s decision */
export type ViewClaim = {
  views: number;
  views_captured_at: string | null;
  claimed_at: string;
  state: 'waiting' | 'rejected';
};

export type ViewRefreshHealth = {
  platform: string;
  checked_at: string | null;
  /** The units for refreshes are used up until then */
  paused_until: string | null;
  failures: number;
  error: string | null;
  /** Hooks whose views should have been refreshed a day ago */
  overdue: number;
  oldest_due_at: string | null;
};

/** Pending requests for keys, plans and sources, hooks pending review, and pending reports */
export type Waiting = {
  requests: number;
  source_requests: number;
  review: number;
  reports: number;
};

/** A webhook and its account */
export type WebhookOverview = Webhook & {
  account_id: string;
  account_name: string;
};
