// Types of the API, written from its OpenAPI document by `npm run generate`. Do not edit.

/**
 * A template with its slots filled, or a variant of that line
 *
 * @example
 * ```ts
 * console.log(await hookline.adapt({ template: 'Stop buying [topic] before you read this.', topic: 'index funds' }));
 * ```
 */
export type AdaptedLine = {
  text: string;
  /** Values by slot; for a variant, the values of its own template */
  filled: Record<string, string | string[]>;
  template: string;
  /** Values that do not fit their slot, and why. The line contains them anyway */
  unfit: {
    slot: 'topic' | 'number' | 'amount' | 'time' | 'year' | 'name' | 'quote' | 'link';
    reason: string;
  }[];
  /** With `variants`: the line as POST /check describes it, with the three nearest proven hooks */
  check?: DraftCheck;
};

/**
 * A way to open a video, with its three most viewed hooks
 *
 * @example
 * ```ts
 * console.log(await hookline.archetypes());
 * ```
 */
export type Archetype = {
  id: string;
  name: string;
  family: string | null;
  description: string;
  template: string;
  examples: Hook[];
  hooks: number;
  median_views: number | null;
};

/**
 * One request of a delivery and its outcome
 *
 * @example
 * ```ts
 * for (const { webhook_id } of await hookline.webhooks.list()) {
 *   const { delivery_id } = await hookline.webhooks.test(webhook_id);
 *   const { log } = await hookline.webhooks.delivery(webhook_id, delivery_id);
 *   for (const { status_code, error, took_ms } of log) console.log(status_code ?? error, took_ms);
 * }
 * ```
 */
export type Attempt = {
  number: number;
  started_at: string;
  took_ms: number;
  status_code: number | null;
  /** Error, if there was no response */
  error: string | null;
  /** The request headers */
  headers: Record<string, string>;
  /** The first 4 KB of the response body */
  response: string | null;
};

/**
 * Store `hook` under its id in your copy; delete it if it is retired
 *
 * @example
 * ```ts
 * for await (const record of hookline.changes({ since: 0 })) console.log(record);
 * ```
 */
export type Change = {
  id: string;
  change: 'added' | 'updated' | 'retired';
  catalog_version: number;
  hook: FullHook | null;
  /** If retired: the hook of the same video that replaced it */
  merged_into: string | null;
};

/**
 * Hooks that an account saved, in its order, with notes and tags
 *
 * @example
 * ```ts
 * console.log(await hookline.collections.list({ hook: 'hook_1' }));
 * ```
 */
export type Collection = {
  /** `col_` and 16 letters or digits */
  collection_id: string;
  name: string;
  description: string | null;
  /** Number of its hooks, retired ones included */
  hooks: number;
  /** URL of the share page, which anyone with the URL can read; null while it is not shared. Ends with /hidden after the operator key has changed: the page works, but its URL cannot be shown until it is shared again */
  share_url: string | null;
  /** Whether search engines may list the share page */
  indexable: boolean;
  created_at: string;
  /** Last change of the collection or its hooks */
  updated_at: string;
};

/**
 * A hook of a collection, with its note and tags
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) for await (const record of hookline.collections.get(first.collection_id)) console.log(record);
 * ```
 */
export type CollectionHook = {
  /** The seven fields, or all with a plan that has full hooks. Only `id` and `text` once it is retired; `text` is null if it may no longer be shown */
  hook: {
    id: string;
    text: string | null;
    /** View count of the source video, a JSON number up to 2^53-1 */
    views?: number;
    /** Display name; the set is open-ended */
    platform?: string;
    /** What the line does */
    archetype?: string;
    /** What the line makes the viewer feel */
    emotional_trigger?: string;
    /** What the video is about */
    niche?: string;
    /** Video format */
    format?: string | null;
    /** BCP 47 tag */
    language?: string | null;
    creator?: string | null;
    source_url?: string | null;
    published_at?: string | null;
    views_captured_at?: string | null;
    likes?: number | null;
    comments?: number | null;
    shares?: number | null;
    saves?: number | null;
    duration_seconds?: number | null;
    /** The line with its specifics replaced by `[slots]` */
    template?: string | null;
    word_count?: number;
    labels?: {
      /** `rules` if Hookline guessed at least one of archetype, emotional trigger and niche */
      method: 'given' | 'rules' | 'curator';
      /** The lowest of the guessed labels */
      confidence: number;
      archetype: {
        method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
        confidence: number | null;
      };
      emotional_trigger: {
        method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
        confidence: number | null;
      };
      niche: {
        method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
        confidence: number | null;
      };
      format: {
        method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
        confidence: number | null;
      };
    };
    added_at?: string;
    updated_at?: string;
    /** true for sample data */
    sample?: boolean;
    /** The text as the source wrote it, if cleaning or a transcript changed it */
    raw_text?: string | null;
    /** `spoken` if the text is from the captions of the video, `transcribed` if a model transcribed its audio; null if it is as the source gives it, such as a title */
    text_method?: 'spoken' | 'transcribed' | null;
    /** Part number of a video in a series */
    series_part?: number | null;
    /** Equal for hooks with the same words, ignoring case, punctuation and emoji */
    text_group?: string;
    /** Whether the platform still has the video; null if it was never checked */
    source_state?: 'available' | 'unavailable' | null;
    /** Views divided by the median of the known videos of the creator; null if fewer than 5 are known */
    views_vs_creator?: number | null;
    /** Number of videos in the median of `views_vs_creator` */
    creator_videos?: number | null;
    /** Views gained a day between the two newest counts an hour or more apart; null if there is one count */
    views_per_day?: number | null;
  };
  note: string | null;
  tags: string[];
  /** The first is 1 */
  position: number;
  /** When it was added to the collection */
  added_at: string;
  state: 'published' | 'retired';
  /** The hook that replaced a retired one */
  merged_into: string | null;
};

/**
 * An event sent to a webhook
 *
 * @example
 * ```ts
 * const [first] = (await hookline.webhooks.list());
 * if (first) console.log(await hookline.webhooks.test(first.webhook_id));
 * ```
 */
export type Delivery = {
  /** `dlv_` and 16 letters or digits */
  delivery_id: string;
  webhook_id: string;
  /** The `webhook-id` header, the same for every attempt and replay */
  message_id: string;
  event: 'hooks.new' | 'hooks.updated' | 'hooks.retired' | 'export.completed' | 'quota.reached' | 'trends.changed';
  /** null for a test */
  event_id: string | null;
  kind: 'event' | 'test' | 'replay';
  batch: {
    index: number;
    of: number;
  };
  /** 0 for events that are not about hooks */
  hooks: number;
  /** skipped: not sent, see `skipped_by` */
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** resume: its webhook was resumed without the backlog; limit: the account had too many pending deliveries, replay it; takedown: all of its hooks were taken down; undo: the import of its hooks was undone */
  skipped_by: 'resume' | 'limit' | 'takedown' | 'undo' | null;
  attempts: number;
  next_attempt_at: string | null;
  created_at: string;
  /** When it was delivered, failed permanently, or was skipped */
  settled_at: string | null;
  /** Status code of the last response */
  last_status_code: number | null;
  /** Error of the last attempt, if it got no response */
  last_error: string | null;
};

/**
 * A delivery with its body and every attempt
 *
 * @example
 * ```ts
 * for (const { webhook_id } of await hookline.webhooks.list()) {
 *   const { delivery_id } = await hookline.webhooks.test(webhook_id);
 *   const { log } = await hookline.webhooks.delivery(webhook_id, delivery_id);
 *   for (const { status_code, error, took_ms } of log) console.log(status_code ?? error, took_ms);
 * }
 * ```
 */
export type DeliveryDetail = {
  /** `dlv_` and 16 letters or digits */
  delivery_id: string;
  webhook_id: string;
  /** The `webhook-id` header, the same for every attempt and replay */
  message_id: string;
  event: 'hooks.new' | 'hooks.updated' | 'hooks.retired' | 'export.completed' | 'quota.reached' | 'trends.changed';
  /** null for a test */
  event_id: string | null;
  kind: 'event' | 'test' | 'replay';
  batch: {
    index: number;
    of: number;
  };
  /** 0 for events that are not about hooks */
  hooks: number;
  /** skipped: not sent, see `skipped_by` */
  status: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** resume: its webhook was resumed without the backlog; limit: the account had too many pending deliveries, replay it; takedown: all of its hooks were taken down; undo: the import of its hooks was undone */
  skipped_by: 'resume' | 'limit' | 'takedown' | 'undo' | null;
  attempts: number;
  next_attempt_at: string | null;
  created_at: string;
  /** When it was delivered, failed permanently, or was skipped */
  settled_at: string | null;
  /** Status code of the last response */
  last_status_code: number | null;
  /** Error of the last attempt, if it got no response */
  last_error: string | null;
  /** The exact body that is signed and sent; empty if `skipped_by` is limit */
  request_body: string;
  log: Attempt[];
};

/**
 * Labels of a line, and how similar lines perform
 *
 * @example
 * ```ts
 * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
 * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
 * for (const { text, n } of observations) console.log(text, n);
 * ```
 */
export type DraftCheck = {
  /** What the line is, and how often hooks like it were viewed, in two sentences */
  verdict: string;
  /** The nearest proven hooks, nearest first. Ten at most */
  similar: ProvenHook[];
  /** The significant ones of `compared`, the strongest first. Three at most */
  observations: DraftObservation[];
  archetype: DraftLabel;
  emotional_trigger: DraftLabel;
  niche: DraftLabel;
  format: DraftLabel;
  /** Hook with the same words, which has these labels unless the request sets others */
  published: string | null;
  language: {
    /** BCP 47; null if it is undetermined */
    value: string | null;
    confidence: number;
    method: 'given' | 'detected';
  };
  template: string;
  word_count: number;
  standing: {
    archetype: string;
    /** null for any: not given, and guessed with a confidence below 0.5 */
    niche: string | null;
    /** null for any */
    platform: string | null;
    /** Hooks of the archetype, the niche and the platform */
    n: number;
    median_views: number | null;
    p25_views: number | null;
    p75_views: number | null;
    /** With fewer than 30 hooks; the figures are then null */
    verdict?: 'insufficient_data';
    /** If data is insufficient: the same without the platform, else also without the niche */
    wider: {
      archetype: string;
      /** null for any: not given, and guessed with a confidence below 0.5 */
      niche: string | null;
      /** null for any */
      platform: string | null;
      /** Hooks of the archetype, the niche and the platform */
      n: number;
      median_views: number | null;
      p25_views: number | null;
      p75_views: number | null;
      /** With fewer than 30 hooks; the figures are then null */
      verdict?: 'insufficient_data';
    } | null;
  };
  /** Trend of the archetype among all new hooks, as in GET /trends */
  rising: {
    archetype: string;
    window: string;
    from: string;
    until: string;
    /** Hooks of the archetype first seen in the window */
    hooks_added: number;
    all_hooks_added: number;
    /** Share of all hooks added in the window; null if n < 30 */
    share: number | null;
    /** Share in the window before; null if n < 30 */
    share_before: number | null;
    verdict: 'heating' | 'steady' | 'cooling' | 'insufficient_data';
    /** Hooks of the archetype added in both windows */
    n: number;
  };
  /** null if no scope has 30 hooks */
  top_decile: {
    niche: string | null;
    platform: string | null;
    /** With its variants: `en` includes `en-US`. null for any */
    language: string | null;
    n: number;
    all: number;
    min_views: number;
  } | null;
  /** Every kind that was compared, with or without a difference; empty without `top_decile` */
  compared: DraftObservation[];
  /** Whether all figures are of sample data */
  sample_data: boolean;
};

/**
 * A label of a draft, and what it is based on
 *
 * @example
 * ```ts
 * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
 * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
 * for (const { text, n } of observations) console.log(text, n);
 * ```
 */
export type DraftLabel = {
  /** `other` if nothing fits */
  value: string;
  /** Calibrated: of guesses with 0.8, four of five are right */
  confidence: number;
  /** `given` if the request has it, or the source of the published hook; `similar` if the nearest hooks have another niche than its words suggest */
  method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | 'similar';
  /** The next most likely values, most likely first */
  alternatives: {
    value: string;
    confidence: number;
  }[];
  why: LabelReason[];
};

/**
 * What a writer can change, compared with the most viewed hooks
 *
 * @example
 * ```ts
 * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
 * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
 * for (const { text, n } of observations) console.log(text, n);
 * ```
 */
export type DraftObservation = {
  kind: 'word_count' | 'number' | 'question' | 'viewer' | 'first_person' | 'command' | 'question_word';
  text: string;
  /** Whether the top decile differs from the other hooks of the scope: two proportions, 5 % for all seven kinds together */
  is_significant: boolean;
  /** Hooks of the top decile */
  n: number;
  /** Whether the draft has it; for `word_count`, its number of words */
  draft: boolean | number;
  /** Median of the top decile, for `word_count` */
  value?: number;
  /** Share of the top decile that has it */
  share?: number;
  /** Share of all hooks of the scope that has it */
  share_of_all?: number;
};

/**
 * A file of all hooks that match
 *
 * @example
 * ```ts
 * const { export_id } = await hookline.exports.create({ format: 'parquet' });
 * console.log(export_id);
 * ```
 */
export type Export = {
  /** `exp_` and 16 letters or digits */
  export_id: string;
  status: 'processing' | 'complete' | 'failed' | 'canceled' | 'expired';
  format: 'json' | 'jsonl' | 'csv' | 'parquet';
  /** Normalized filters */
  filters: Record<string, unknown>;
  /** Fields of the record; null means all */
  fields: HookField[] | null;
  /** Estimate at the time of the request */
  estimated_records: number;
  /** Hooks in the file */
  records: number | null;
  /** Hooks that match, including those beyond the limit of the plan */
  total_matching: number;
  /** Contains only the most viewed, up to the limit of the plan */
  truncated: boolean;
  size_bytes: number | null;
  /** SHA-256 of the file, hexadecimal */
  sha256: string | null;
  /** Needs no key; works until `expires_at` */
  download_url: string | null;
  /** Catalog version of the file */
  catalog_version: number | null;
  /** Weekly export that requested it */
  schedule_id: string | null;
  /** Reason for a failure, or for a cancellation by the service */
  error: string | null;
  created_at: string;
  /** Time of completion, failure or cancellation */
  completed_at: string | null;
  /** When the file is deleted */
  expires_at: string | null;
};

/**
 * An export that is requested every week, with an email when it is ready
 *
 * @example
 * ```ts
 * console.log(await hookline.exports.schedules.list());
 * ```
 */
export type ExportSchedule = {
  /** `sch_` and 16 letters or digits */
  schedule_id: string;
  format: 'json' | 'jsonl' | 'csv' | 'parquet';
  /** Normalized filters */
  filters: Record<string, unknown>;
  /** Fields of the record; null means all */
  fields: HookField[] | null;
  day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  hour: number;
  timezone: string;
  status: 'active' | 'paused';
  /** failures: 3 runs in a row failed; plan: the plan has no exports */
  paused_by: 'owner' | 'failures' | 'plan' | 'suspension' | null;
  /** Error of the last run, or why the next one is rescheduled */
  error: string | null;
  /** null while it is paused */
  next_run_at: string | null;
  last_run_at: string | null;
  last_export_id: string | null;
  created_at: string;
  updated_at: string;
};

/**
 * A hook with all its fields. Unknown is null, never 0 or "".
 *
 * @example
 * ```ts
 * const { data } = await hookline.hooks.full({ language: 'en', fields: ['text', 'template', 'likes'], limit: 5 });
 * for (const { template, likes } of data) console.log(template, likes ?? 'unknown');
 * ```
 */
export type FullHook = {
  /** `hook_` and digits */
  id: string;
  /** Exact wording of the opening line */
  text: string;
  /** View count of the source video, a JSON number up to 2^53-1 */
  views: number;
  /** Display name; the set is open-ended */
  platform: string;
  /** What the line does */
  archetype: string;
  /** What the line makes the viewer feel */
  emotional_trigger: string;
  /** What the video is about */
  niche: string;
  /** Video format */
  format: string | null;
  /** BCP 47 tag */
  language: string | null;
  creator: string | null;
  source_url: string | null;
  published_at: string | null;
  views_captured_at: string | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
  duration_seconds: number | null;
  /** The line with its specifics replaced by `[slots]` */
  template: string | null;
  word_count: number;
  labels: {
    /** `rules` if Hookline guessed at least one of archetype, emotional trigger and niche */
    method: 'given' | 'rules' | 'curator';
    /** The lowest of the guessed labels */
    confidence: number;
    archetype: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
    emotional_trigger: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
    niche: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
    format: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
  };
  added_at: string;
  updated_at: string;
  /** true for sample data */
  sample: boolean;
  /** The text as the source wrote it, if cleaning or a transcript changed it */
  raw_text: string | null;
  /** `spoken` if the text is from the captions of the video, `transcribed` if a model transcribed its audio; null if it is as the source gives it, such as a title */
  text_method: 'spoken' | 'transcribed' | null;
  /** Part number of a video in a series */
  series_part: number | null;
  /** Equal for hooks with the same words, ignoring case, punctuation and emoji */
  text_group: string;
  /** Whether the platform still has the video; null if it was never checked */
  source_state: 'available' | 'unavailable' | null;
  /** Views divided by the median of the known videos of the creator; null if fewer than 5 are known */
  views_vs_creator: number | null;
  /** Number of videos in the median of `views_vs_creator` */
  creator_videos: number | null;
  /** Views gained a day between the two newest counts an hour or more apart; null if there is one count */
  views_per_day: number | null;
};

/**
 * The opening line of a short video, with its labels
 *
 * @example
 * ```ts
 * const { data, total } = await hookline.hooks.list({ niche: ['finance', 'career'], min_views: 1_000_000 });
 * for await (const hook of hookline.hooks.list({ q: 'index fund' })) console.log(hook.text);
 * ```
 */
export type Hook = {
  /** `hook_` and digits */
  id: string;
  /** Exact wording of the opening line */
  text: string;
  /** View count of the source video, a JSON number up to 2^53-1 */
  views: number;
  /** Display name; the set is open-ended */
  platform: string;
  /** What the line does */
  archetype: string;
  /** What the line makes the viewer feel */
  emotional_trigger: string;
  /** What the video is about */
  niche: string;
};

/**
 * A hook with all its fields, and why its labels were guessed
 *
 * @example
 * ```ts
 * console.log(await hookline.hooks.get('hook_1'));
 * ```
 */
export type HookDetail = {
  /** `hook_` and digits */
  id: string;
  /** Exact wording of the opening line */
  text: string;
  /** View count of the source video, a JSON number up to 2^53-1 */
  views: number;
  /** Display name; the set is open-ended */
  platform: string;
  /** What the line does */
  archetype: string;
  /** What the line makes the viewer feel */
  emotional_trigger: string;
  /** What the video is about */
  niche: string;
  /** Video format */
  format: string | null;
  /** BCP 47 tag */
  language: string | null;
  creator: string | null;
  source_url: string | null;
  published_at: string | null;
  views_captured_at: string | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  saves: number | null;
  duration_seconds: number | null;
  /** The line with its specifics replaced by `[slots]` */
  template: string | null;
  word_count: number;
  labels: {
    /** `rules` if Hookline guessed at least one of archetype, emotional trigger and niche */
    method: 'given' | 'rules' | 'curator';
    /** The lowest of the guessed labels */
    confidence: number;
    archetype: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
    emotional_trigger: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
    niche: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
    format: {
      method: 'given' | 'curator' | 'rules' | 'model' | 'creator' | 'llm' | null;
      confidence: number | null;
    };
  };
  added_at: string;
  updated_at: string;
  /** true for sample data */
  sample: boolean;
  /** The text as the source wrote it, if cleaning or a transcript changed it */
  raw_text: string | null;
  /** `spoken` if the text is from the captions of the video, `transcribed` if a model transcribed its audio; null if it is as the source gives it, such as a title */
  text_method: 'spoken' | 'transcribed' | null;
  /** Part number of a video in a series */
  series_part: number | null;
  /** Equal for hooks with the same words, ignoring case, punctuation and emoji */
  text_group: string;
  /** Whether the platform still has the video; null if it was never checked */
  source_state: 'available' | 'unavailable' | null;
  /** Views divided by the median of the known videos of the creator; null if fewer than 5 are known */
  views_vs_creator: number | null;
  /** Number of videos in the median of `views_vs_creator` */
  creator_videos: number | null;
  /** Views gained a day between the two newest counts an hour or more apart; null if there is one count */
  views_per_day: number | null;
  /** Why labels were guessed. Empty for labels of a source or a curator */
  why: {
    archetype: LabelReason[];
    emotional_trigger: LabelReason[];
    niche: LabelReason[];
  };
};

/**
 * A field of the full record
 *
 * @example
 * ```ts
 * const { export_id } = await hookline.exports.create({ format: 'parquet' });
 * console.log(export_id);
 * ```
 */
export type HookField =
  | 'id'
  | 'text'
  | 'views'
  | 'platform'
  | 'archetype'
  | 'emotional_trigger'
  | 'niche'
  | 'format'
  | 'language'
  | 'creator'
  | 'source_url'
  | 'published_at'
  | 'views_captured_at'
  | 'likes'
  | 'comments'
  | 'shares'
  | 'saves'
  | 'duration_seconds'
  | 'template'
  | 'word_count'
  | 'labels'
  | 'added_at'
  | 'updated_at'
  | 'sample'
  | 'raw_text'
  | 'text_method'
  | 'series_part'
  | 'text_group'
  | 'source_state'
  | 'views_vs_creator'
  | 'creator_videos'
  | 'views_per_day';

/**
 * Hooks with the same labels, by the labels of `group_by`
 *
 * @example
 * ```ts
 * const { groups = [] } = await hookline.hooks.list({ group_by: ['archetype', 'platform'], limit: 1 });
 * for (const { archetype, platform, count, median_views } of groups) console.log(archetype, platform, count, median_views);
 * ```
 */
export type HookGroup = {
  niche?: string | null;
  archetype?: string | null;
  emotional_trigger?: string | null;
  platform?: string | null;
  format?: string | null;
  language?: string | null;
  count: number;
  median_views: number;
  /** 90th percentile */
  p90_views: number;
};

/**
 * Why a label was guessed
 *
 * @example
 * ```ts
 * console.log(await hookline.hooks.get('hook_1'));
 * ```
 */
export type LabelReason =
  /** Words of the text, or a hashtag of its caption */
  | { kind: 'cue'; text: string }
  /** The usual emotional trigger of this archetype or niche */
  | { kind: 'archetype' | 'niche'; value: string }
  /** `agreeing` of `hooks` earlier hooks of the creator have this niche */
  | { kind: 'creator'; creator: string; hooks: number; agreeing: number }
  /** A similar hook with this label, from a source or a curator. `similarity`: 0 to 1, the same words */
  | { kind: 'line'; id: string; text: string; similarity: number }
  /** The response of a language model */
  | { kind: 'llm' };

/**
 * A call in the request log
 *
 * @example
 * ```ts
 * for await (const record of hookline.requests.list({ status: ['4xx', '5xx'] })) console.log(record);
 * ```
 */
export type LoggedRequest = {
  /** `x-request-id` of the response */
  request_id: string;
  /** When it arrived */
  at: string;
  key_id: string;
  /** null if the key has no name or no longer exists */
  key_name: string | null;
  method: string;
  /** Path with its parameters, at most 1,000 characters. Secrets are replaced by [redacted] */
  path: string;
  /** Endpoint as in usage history; `unknown` if no endpoint matches */
  endpoint: string;
  /** `mcp` for a tool of the MCP server */
  via: 'mcp' | null;
  status: number;
  /** Time until the response, in milliseconds */
  ms: number;
  /** Size of the response's body before compression */
  bytes: number;
  /** Share of similar calls in the same second that were logged; 1 means all */
  sample_rate: number;
};

/**
 * A call in the request log, with its problem document
 *
 * @example
 * ```ts
 * const { requestId } = await hookline.hooks.list();
 * const call = await hookline.requests.get(requestId);
 * console.log(call.status, call.ms, call.problem);
 * ```
 */
export type LoggedRequestDetail = {
  /** `x-request-id` of the response */
  request_id: string;
  /** When it arrived */
  at: string;
  key_id: string;
  /** null if the key has no name or no longer exists */
  key_name: string | null;
  method: string;
  /** Path with its parameters, at most 1,000 characters. Secrets are replaced by [redacted] */
  path: string;
  /** Endpoint as in usage history; `unknown` if no endpoint matches */
  endpoint: string;
  /** `mcp` for a tool of the MCP server */
  via: 'mcp' | null;
  status: number;
  /** Time until the response, in milliseconds */
  ms: number;
  /** Size of the response's body before compression */
  bytes: number;
  /** Share of similar calls in the same second that were logged; 1 means all */
  sample_rate: number;
  /** Problem document of a refused call; null if it was served */
  problem: Record<string, unknown> | null;
  /** When it is deleted */
  expires_at: string;
};

/**
 * The catalog in figures, and the plan of this key
 *
 * @example
 * ```ts
 * const { hooks, values, account } = await hookline.meta();
 * console.log(hooks, values.niche, account.plan);
 * ```
 */
export type Meta = {
  version: string;
  catalog_version: number;
  taxonomy_version: number;
  hooks: number;
  views: {
    min: number | null;
    median: number | null;
    max: number | null;
  };
  values: Record<string, Record<string, number>>;
  /** When hooks last changed */
  updated_at: string;
  /** Time of the latest view count */
  data_through: string | null;
  /** Figures of each platform, sorted by hooks */
  freshness: Record<
    string,
    {
      hooks: number;
      /** Time of the latest view count of this platform */
      data_through: string;
      /** When view counts were last refreshed, even if none changed; null if they never are */
      checked_at: string | null;
    }
  >;
  update_every: string;
  /** null if no source is scheduled */
  next_update_at: string | null;
  /** When a source was last read, even if it had nothing new */
  checked_at: string | null;
  sample_data: boolean;
  /** Labels available in facets and `values` */
  dimensions: string[];
  /** Account of this key */
  account: {
    plan: string;
    features: string[];
    limits: {
      per_day: number | null;
      per_month: number | null;
    };
    included_per_month: number | null;
  };
};

/**
 * RFC 9457 problem document
 *
 * @example
 * ```ts
 * const error = await hookline.hooks.get('hook_0').catch((error) => error);
 * const problem: Problem | undefined = isHooklineError(error) ? error.problem : undefined;
 * ```
 */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  success: false;
  code:
    | 'invalid_request'
    | 'invalid_parameter'
    | 'invalid_cursor'
    | 'missing_key'
    | 'invalid_key'
    | 'expired_key'
    | 'signed_out'
    | 'invalid_sign_in_link'
    | 'invalid_passkey'
    | 'invalid_link'
    | 'account_suspended'
    | 'plan_required'
    | 'scope_required'
    | 'address_not_allowed'
    | 'session_required'
    | 'operator_required'
    | 'operator_key_required'
    | 'view_only'
    | 'role_required'
    | 'cross_site'
    | 'not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'conflict'
    | 'account_switched'
    | 'gone'
    | 'payload_too_large'
    | 'uri_too_long'
    | 'unsupported_media_type'
    | 'range_not_satisfiable'
    | 'invalid_body'
    | 'idempotency_key_reused'
    | 'quota_exceeded'
    | 'export_quota_exceeded'
    | 'quota_unavailable'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal'
    | 'unavailable'
    | 'insufficient_storage'
    | 'outcome_unknown';
  request_id: string;
  timestamp: string;
  errors?: {
    parameter?: string;
    pointer?: string;
    detail: string;
    did_you_mean?: string;
    [member: string]: unknown;
  }[];
  [member: string]: unknown;
};

/**
 * A hook with the link to its video, and how similar its line is
 *
 * @example
 * ```ts
 * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
 * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
 * for (const { text, n } of observations) console.log(text, n);
 * ```
 */
export type ProvenHook = {
  /** `hook_` and digits */
  id: string;
  /** Exact wording of the opening line */
  text: string;
  /** View count of the source video, a JSON number up to 2^53-1 */
  views: number;
  /** Display name; the set is open-ended */
  platform: string;
  /** What the line does */
  archetype: string;
  /** What the line makes the viewer feel */
  emotional_trigger: string;
  /** What the video is about */
  niche: string;
  source_url: string | null;
  similarity: {
    /** 0 to 1; 1 is the same line */
    score: number;
    /** `same`: the lines are nearly the same; `close`: they share distinctive words, the template or the meaning; `related`: the nearest of the others */
    closeness: 'same' | 'close' | 'related';
    /** `why` in words */
    reason: string;
    why: SimilarReason[];
  };
};

/**
 * Outcome of removing hooks
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.remove(first.collection_id, ['hook_1']));
 * ```
 */
export type RemovedHooks = {
  removed: number;
  /** Number of hooks of the collection now */
  hooks: number;
};

/**
 * The place of a hook in a collection
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.save(first.collection_id, 'hook_1', { note: 'Second cut', position: 1 }));
 * ```
 */
export type SavedHook = {
  collection_id: string;
  hook_id: string;
  note: string | null;
  tags: string[];
  /** The first is 1 */
  position: number;
  /** When it was added to the collection */
  added_at: string;
};

/**
 * Outcome of saving several hooks
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.saveAll(first.collection_id, { ids: ['hook_1', 'hook_2'], tags: ['money'] }));
 * ```
 */
export type SavedHooks = {
  added: number;
  /** Hooks that were already in the collection */
  present: number;
  /** Ids without a published hook */
  missing: string[];
  /** Number of hooks of the collection now */
  hooks: number;
};

/**
 * Saved filters, with a feed and a digest of their hooks
 *
 * @example
 * ```ts
 * console.log(await hookline.searches.list());
 * ```
 */
export type SavedSearch = {
  /** `srch_` and 16 letters or digits */
  search_id: string;
  name: string;
  /** Normalized: aliases replaced by ids */
  filters: Record<string, unknown>;
  sort:
    | '-views'
    | 'views'
    | '-added_at'
    | 'added_at'
    | '-published_at'
    | 'published_at'
    | '-likes'
    | 'likes'
    | '-views_gained_7d'
    | 'views_gained_7d'
    | '-views_per_day'
    | 'views_per_day'
    | '-saves'
    | 'saves'
    | '-creator_videos'
    | 'creator_videos'
    | '-views_vs_creator'
    | 'views_vs_creator'
    | '-duration'
    | 'duration'
    | 'relevance'
    | null;
  /** Secret URL of the feed. Append .csv, .json, .xml or .md. Ends with /hidden after the operator key has changed: the URL works, but cannot be shown until it is rotated */
  feed_url: string;
  /** Last use of the feed */
  last_used_at: string | null;
  /** User agent of the last reader of the feed */
  last_user_agent: string | null;
  /** Distinct readers of the feed in the last 7 days */
  readers: number;
  digest: 'off' | 'daily' | 'weekly';
  digest_day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  digest_hour: number;
  /** null while it is off or stopped */
  digest_next_at: string | null;
  /** When the last digest was sent */
  digest_last_at: string | null;
  /** bounce: the mail server refused it; plan: the plan has fewer saved searches. PATCH `digest` resumes it */
  digest_stopped: {
    at: string;
    by: 'bounce' | 'plan';
    /** The response of the mail server, or what the plan includes */
    error: string;
  } | null;
  created_at: string;
  updated_at: string;
};

/**
 * A hook, and how similar its line is
 *
 * @example
 * ```ts
 * const text = 'Stop saving money before you read this';
 * const hooks = await hookline.similar({ text, filters: { niche: 'finance' } });
 * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
 * ```
 */
export type SimilarHook = {
  /** `hook_` and digits */
  id: string;
  /** Exact wording of the opening line */
  text: string;
  /** View count of the source video, a JSON number up to 2^53-1 */
  views: number;
  /** Display name; the set is open-ended */
  platform: string;
  /** What the line does */
  archetype: string;
  /** What the line makes the viewer feel */
  emotional_trigger: string;
  /** What the video is about */
  niche: string;
  similarity: {
    /** 0 to 1; 1 is the same line */
    score: number;
    /** `same`: the lines are nearly the same; `close`: they share distinctive words, the template or the meaning; `related`: the nearest of the others */
    closeness: 'same' | 'close' | 'related';
    /** `why` in words */
    reason: string;
    why: SimilarReason[];
  };
};

/**
 * Why a hook is similar
 *
 * @example
 * ```ts
 * const text = 'Stop saving money before you read this';
 * const hooks = await hookline.similar({ text, filters: { niche: 'finance' } });
 * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
 * ```
 */
export type SimilarReason =
  /** Words that both lines have, as the hook spells them, the rarest first, at most five. Common words only if there are no others */
  | { kind: 'words'; words: string[] }
  /** Both lines have this template */
  | { kind: 'template'; template: string }
  /** Both hooks have this label */
  | { kind: 'niche' | 'language' | 'archetype'; value: string }
  /** Cosine of the embeddings of both lines. `topic`: what both are about, if the included model knows it */
  | { kind: 'meaning'; similarity: number; topic?: string };

/**
 * Requested creator or topic
 *
 * @example
 * ```ts
 * console.log(await hookline.sourceRequests.list());
 * ```
 */
export type SourceRequest = {
  request_id: string;
  location: string;
  reason: string;
  /** `collected`: its first hooks are published */
  state: 'pending' | 'approved' | 'declined' | 'collected';
  /** Published hooks of its source */
  hooks: number;
  /** Reply of the operator */
  answer: string | null;
  created_at: string;
  decided_at: string | null;
};

/**
 * Every value of every label. Imports may add platforms, operators niches and archetypes
 *
 * @example
 * ```ts
 * const { niche, format } = await hookline.taxonomy();
 * for (const { id, name } of [...niche, ...format]) console.log(id, name);
 * ```
 */
export type Taxonomy = {
  niche: Term[];
  archetype: Term[];
  emotional_trigger: Term[];
  platform: Term[];
  format: Term[];
};

/**
 * A template used by at least two creators
 *
 * @example
 * ```ts
 * const { data } = await hookline.templates({ niche: 'finance', slot: 'topic', limit: 5 });
 * for (const { template, n, median_views } of data) console.log(template, n, median_views);
 * ```
 */
export type Template = {
  template: string;
  slots: ('topic' | 'number' | 'amount' | 'time' | 'year' | 'name' | 'quote' | 'link')[];
  /** Hooks with this template */
  n: number;
  /** Median views of these hooks */
  median_views: number;
  /** Archetype of most of these hooks */
  archetype: string;
  /** Up to 3, most viewed first */
  examples: Hook[];
};

/**
 * One value of a label
 *
 * @example
 * ```ts
 * const { niche, format } = await hookline.taxonomy();
 * for (const { id, name } of [...niche, ...format]) console.log(id, name);
 * ```
 */
export type Term = {
  /** The value in records and filters */
  id: string;
  /** Display name */
  name: string;
  description: string;
  /** Other spellings that filters accept */
  aliases: string[];
};

/**
 * A test digest that will be sent
 *
 * @example
 * ```ts
 * const [first] = (await hookline.searches.list());
 * if (first) console.log(await hookline.searches.testDigest(first.search_id));
 * ```
 */
export type TestDigest = {
  /** Where the email goes */
  email: string;
};

/**
 * Growth of one value of a label, compared with the window before
 *
 * @example
 * ```ts
 * console.log(await hookline.trends({ by: 'niche', window: '30d' }));
 * ```
 */
export type Trend = {
  value: string;
  hooks_added: number;
  hooks_added_before: number;
  /** Share of all hooks added in the window, 0 to 1 */
  share: number | null;
  share_before: number | null;
  /** `share / share_before - 1` */
  change: number | null;
  views_gained: number;
  views_gained_before: number;
  /** Share of `views_gained` measured by refreshes of view counts, not by imports, 0 to 1. null without gains */
  refreshed_share: number | null;
  /** Median views of the hooks added in the window */
  median_views: number | null;
  verdict: 'heating' | 'steady' | 'cooling' | 'insufficient_data';
  /** Hooks that the verdict is based on */
  n: number;
  series: {
    until: string;
    hooks_added: number;
    views_gained: number;
  }[];
  top_hooks: Hook[];
};

/**
 * Notifies when the verdict of a value of a label changes
 *
 * @example
 * ```ts
 * console.log(await hookline.trendAlerts.list());
 * ```
 */
export type TrendAlert = {
  /** `alr_` and 16 letters or digits */
  alert_id: string;
  name: string | null;
  by: 'archetype' | 'niche' | 'emotional_trigger' | 'platform' | 'format';
  /** Normalized: aliases replaced by ids */
  filters: Record<string, unknown>;
  window: '24h' | '7d' | '30d';
  verdicts: ('heating' | 'cooling')[];
  notify: 'email' | 'webhook';
  status: 'active' | 'paused';
  /** Catalog version of the last evaluation */
  catalog_version: number;
  last_told_at: string | null;
  /** Changes in the last notification */
  last_told: {
    value: string;
    verdict: 'heating' | 'steady' | 'cooling' | 'insufficient_data';
  }[];
  created_at: string;
  updated_at: string;
};

/**
 * Calls that this account has used
 *
 * @example
 * ```ts
 * const { windows } = await hookline.usage();
 * for (const { window, used, limit } of windows) console.log(window, used, limit ?? 'no limit');
 * ```
 */
export type Usage = {
  plan: string;
  windows: UsageWindow[];
  /** Windows of this key; empty unless it has separate limits */
  key_windows: UsageWindow[];
};

/**
 * The fields of `by`, and the two counts
 *
 * @example
 * ```ts
 * const records = await hookline.usageHistory({ by: ['day', 'endpoint'], since: '2026-11-01' });
 * for (const { day, endpoint, calls } of records) console.log(day, endpoint, calls);
 * ```
 */
export type UsageRecord = {
  day?: string;
  /** With its method unless it is GET */
  endpoint?: string;
  key_id?: string;
  key_name?: string | null;
  status?: number;
  calls: number;
  /** Calls used of the quota: most calls use one, some more */
  counted: number;
};

/**
 * A UTC day or month; `limit` is null if it is unlimited
 *
 * @example
 * ```ts
 * const { windows } = await hookline.usage();
 * for (const { window, used, limit } of windows) console.log(window, used, limit ?? 'no limit');
 * ```
 */
export type UsageWindow = {
  window: 'day' | 'month';
  limit: number | null;
  used: number;
  remaining: number | null;
  resets_at: string;
};

/**
 * A URL that events are delivered to
 *
 * @example
 * ```ts
 * console.log(await hookline.webhooks.list());
 * ```
 */
export type Webhook = {
  /** `wh_` and 16 letters or digits */
  webhook_id: string;
  webhook_url: string;
  /** Filters for hooks. Normalized: aliases replaced by ids */
  filters: Record<string, unknown>;
  events: ('hooks.new' | 'hooks.updated' | 'hooks.retired' | 'export.completed' | 'quota.reached' | 'trends.changed')[];
  description: string | null;
  status: 'active' | 'paused';
  /** failures: all retries of a delivery failed; gone: the receiver responded with 410 */
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: string | null;
  /** Pending deliveries */
  backlog: number;
  /** Failed deliveries that no replay has delivered since. `resume` and `replay` send them again */
  failed: number;
  /** Until then deliveries are also signed with the previous secret */
  previous_secret_until: string | null;
  created_at: string;
  updated_at: string;
};

/**
 * A webhook that was just created, or whose secret was rotated
 *
 * @example
 * ```ts
 * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } });
 * await hookline.webhooks.delete(webhook_id);
 * ```
 */
export type WebhookWithSecret = {
  /** `wh_` and 16 letters or digits */
  webhook_id: string;
  webhook_url: string;
  /** Filters for hooks. Normalized: aliases replaced by ids */
  filters: Record<string, unknown>;
  events: ('hooks.new' | 'hooks.updated' | 'hooks.retired' | 'export.completed' | 'quota.reached' | 'trends.changed')[];
  description: string | null;
  status: 'active' | 'paused';
  /** failures: all retries of a delivery failed; gone: the receiver responded with 410 */
  paused_by: 'owner' | 'failures' | 'gone' | null;
  paused_at: string | null;
  /** Pending deliveries */
  backlog: number;
  /** Failed deliveries that no replay has delivered since. `resume` and `replay` send them again */
  failed: number;
  /** Until then deliveries are also signed with the previous secret */
  previous_secret_until: string | null;
  created_at: string;
  updated_at: string;
  /** `whsec_…`, shown only once */
  secret: string;
};

/**
 * Filters as in GET /hooks: OR within one, AND between them
 *
 * @example
 * ```ts
 * const text = 'Stop saving money before you read this';
 * const hooks = await hookline.similar({ text, filters: { niche: 'finance' } });
 * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
 * ```
 */
export type Filters = {
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
};

/**
 * Query of `usageHistory`.
 *
 * @example
 * ```ts
 * const records = await hookline.usageHistory({ by: ['day', 'endpoint'], since: '2026-11-01' });
 * for (const { day, endpoint, calls } of records) console.log(day, endpoint, calls);
 * ```
 */
export type UsageHistoryQuery = {
  /** First UTC day. Default 30 days up to `until`, at most 400 */
  since?: string;
  /** Last UTC day. Default today */
  until?: string;
  /** What to group calls by. Default `day`, which alone includes days without calls */
  by?: 'day' | 'endpoint' | 'key' | 'status' | readonly ('day' | 'endpoint' | 'key' | 'status')[];
  /** Ids of keys */
  key?: string | readonly string[];
  /** As in records: `/hooks/:id`, `POST /export` */
  endpoint?: string | readonly string[];
  /** Statuses of responses */
  status?: string | readonly string[];
  format?: 'json' | 'csv';
};

/**
 * Query of `trends`.
 *
 * @example
 * ```ts
 * console.log(await hookline.trends({ by: 'niche', window: '30d' }));
 * ```
 */
export type TrendQuery = {
  /** The label to compare the values of. Default `archetype` */
  by?: 'archetype' | 'niche' | 'emotional_trigger' | 'platform' | 'format';
  /** Time back from the end of the data. Default `7d` */
  window?: '24h' | '7d' | '30d';
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
};

/**
 * Query of `changes`.
 *
 * @example
 * ```ts
 * for await (const record of hookline.changes({ since: 0 })) console.log(record);
 * ```
 */
export type ChangeQuery = {
  /** The `catalog_version` of your copy. Default 0, which lists all hooks */
  since?: number;
  /** Changes per page. Default 100 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
};

/**
 * Query of `templates`.
 *
 * @example
 * ```ts
 * const { data } = await hookline.templates({ niche: 'finance', slot: 'topic', limit: 5 });
 * for (const { template, n, median_views } of data) console.log(template, n, median_views);
 * ```
 */
export type TemplateQuery = {
  /** Default `-median_views`. `-n`: most hooks first */
  sort?: '-median_views' | '-n';
  /** Only templates with all of these: topic, number, amount, time, year, name, quote, link */
  slot?: string | readonly string[];
  /** Only templates of at least this many hooks. Default 2: raise it for more reliable medians */
  min_n?: number;
  /** Templates per page. Default 20 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
};

/**
 * Query of `hooks.list`.
 *
 * @example
 * ```ts
 * const { data, total } = await hookline.hooks.list({ niche: ['finance', 'career'], min_views: 1_000_000 });
 * for await (const hook of hookline.hooks.list({ q: 'index fund' })) console.log(hook.text);
 * ```
 */
export type HookQuery = {
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
  /** Hooks per page. Default 20 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
  /** Default `-views`, or `relevance` with q */
  sort?:
    | '-views'
    | 'views'
    | '-added_at'
    | 'added_at'
    | '-published_at'
    | 'published_at'
    | '-likes'
    | 'likes'
    | '-views_gained_7d'
    | 'views_gained_7d'
    | '-views_per_day'
    | 'views_per_day'
    | '-saves'
    | 'saves'
    | '-creator_videos'
    | 'creator_videos'
    | '-views_vs_creator'
    | 'views_vs_creator'
    | '-duration'
    | 'duration'
    | 'relevance';
  /** `text`: one hook of each `text_group`, the first in the order of the list; `total`, facets and groups count them */
  distinct?: 'text';
  /** Counts per value: niche, archetype, emotional_trigger, platform, format, language */
  facets?: string | readonly string[];
  /** Count, median and 90th percentile of views for each group of all matching hooks, the largest first, by up to 3 of niche, archetype, emotional_trigger, platform, format, language */
  group_by?: string | readonly string[];
  /** Only these fields */
  fields?: string | readonly string[];
  /** Adds `highlights` to each hook: where the words and phrases of q are in its text, as `[start, end]` in UTF-16 units */
  highlight?: boolean;
};

/**
 * Query of `hooks.random`.
 *
 * @example
 * ```ts
 * console.log(await hookline.hooks.random({ count: 3, platform: 'TikTok', diverse: 'archetype' }));
 * ```
 */
export type RandomQuery = {
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
  /** `text`: draws texts instead of hooks, and the most viewed matching hook of each */
  distinct?: 'text';
  /** Draws a hook of each value of this label in turn, the values in random order; hooks without the label are one value */
  diverse?: 'niche' | 'archetype' | 'emotional_trigger' | 'platform' | 'format' | 'language';
  /** Number of hooks. Default 10 */
  count?: number;
  /** The same seed returns the same hooks until the catalog changes */
  seed?: string;
};

/**
 * Query of `hooks.similar`.
 *
 * @example
 * ```ts
 * console.log(await hookline.hooks.similar('hook_1', { niche: 'finance', limit: 5 }));
 * ```
 */
export type SimilarQuery = {
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
  /** Leaves out hooks that are less close. Default `related`, which includes all */
  min_closeness?: 'same' | 'close' | 'related';
  /** Maximum number of hooks. Default 10 */
  limit?: number;
};

/**
 * Query of `exports.list`.
 *
 * @example
 * ```ts
 * for await (const record of hookline.exports.list()) console.log(record);
 * ```
 */
export type ExportListQuery = {
  /** Exports per page. Default 20 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
};

/**
 * Query of `collections.get`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) for await (const record of hookline.collections.get(first.collection_id)) console.log(record);
 * ```
 */
export type CollectionPageQuery = {
  /** Hooks per page. Default 20 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
};

/**
 * Query of `webhooks.deliveries`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.webhooks.list());
 * if (first) for await (const record of hookline.webhooks.deliveries(first.webhook_id, { status: 'failed' })) console.log(record);
 * ```
 */
export type DeliveryQuery = {
  status?: 'pending' | 'delivered' | 'failed' | 'skipped';
  /** Deliveries per page. Default 20 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
};

/**
 * Query of `webhooks.log`.
 *
 * @example
 * ```ts
 * const { data } = await hookline.webhooks.log({ limit: 1 });
 * const newer = await hookline.webhooks.log({ newest: data[0]?.delivery_id, wait: 1 });
 * console.log(newer.data.length);
 * ```
 */
export type DeliveryLogQuery = {
  /** Deliveries per page. Default 20 */
  limit?: number;
  /** Seconds to wait, without `cursor`, until the newest delivery differs from `newest`. Default: respond at once */
  wait?: number;
  /** With `wait`: the id of the newest delivery that you have; omit it if you have none */
  newest?: string;
  /** `next_cursor` of the page before */
  cursor?: string;
};

/**
 * Query of `webhooks.sample`.
 *
 * @example
 * ```ts
 * console.log(await hookline.webhooks.sample({ niche: 'finance', count: 3 }));
 * ```
 */
export type SampleQuery = {
  /** Niche: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  niche?: string | readonly string[];
  /** Archetype: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  archetype?: string | readonly string[];
  /** Emotional trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotional_trigger?: string | readonly string[];
  /** Platform: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  platform?: string | readonly string[];
  /** Video format: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  format?: string | readonly string[];
  /** Language, BCP 47, where en also finds en-US: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  language?: string | readonly string[];
  /** Alias of emotional_trigger: one or more values (OR); a leading `-` excludes one; case and known aliases do not matter */
  emotion?: string | readonly string[];
  /** Minimum views */
  min_views?: number;
  /** Maximum views */
  max_views?: number;
  /** Added to the database at or after this time, ISO 8601; a date is its start in UTC */
  added_since?: string;
  /** Words in the text: case- and accent-insensitive, the last one as a prefix, one typo allowed in 5–8 letters and two in 9 or more, not in the first letter. `"three years ago"` is a phrase, and `-money` or `-"my money"` excludes */
  q?: string;
  /** How `q` matches: `words` (default), `meaning` (the texts nearest in meaning), or `both` (those with the words come first) */
  match?: 'words' | 'meaning' | 'both';
  /** Ids of hooks: at most 100 in a query, 1,000 in JSON */
  ids?: string | readonly string[];
  /** In your collections: one or more ids (OR), such as `col_8fK2mZ0qLx71TbRe`; a leading `-` excludes the hooks of one */
  collection?: string | readonly string[];
  /** Creator: one or more names (OR), with or without @; a leading `-` excludes one; case does not matter */
  creator?: string | readonly string[];
  /** URL of the source video, in any form */
  source_url?: string;
  /** Template as in the full hook, such as `I made [amount] in [time]` */
  template?: string;
  /** Added to the database at or before this time, ISO 8601; a date is its end in UTC */
  added_until?: string;
  /** Video published at or after this time, ISO 8601; a date is its start in UTC */
  published_since?: string;
  /** Video published at or before this time, ISO 8601; a date is its end in UTC */
  published_until?: string;
  /** Minimum likes; hooks whose likes are unknown are not found */
  min_likes?: number;
  /** Maximum likes; hooks whose likes are unknown are not found */
  max_likes?: number;
  /** Minimum comments; hooks whose comments are unknown are not found */
  min_comments?: number;
  /** Maximum comments; hooks whose comments are unknown are not found */
  max_comments?: number;
  /** Minimum shares; hooks whose shares are unknown are not found */
  min_shares?: number;
  /** Maximum shares; hooks whose shares are unknown are not found */
  max_shares?: number;
  /** Minimum saves; hooks whose saves are unknown are not found */
  min_saves?: number;
  /** Maximum saves; hooks whose saves are unknown are not found */
  max_saves?: number;
  /** Minimum seconds of the video; hooks whose duration is unknown are not found */
  min_duration_seconds?: number;
  /** Maximum seconds of the video; hooks whose duration is unknown are not found */
  max_duration_seconds?: number;
  /** Minimum words in the text */
  min_word_count?: number;
  /** Maximum words in the text */
  max_word_count?: number;
  /** Minimum views a day between the two newest counts */
  min_views_per_day?: number;
  /** Maximum views a day between the two newest counts */
  max_views_per_day?: number;
  /** Minimum views divided by the median of the creator, if 5 videos are known */
  min_views_vs_creator?: number;
  /** Maximum views divided by the median of the creator, if 5 videos are known */
  max_views_vs_creator?: number;
  /** Minimum known videos of the creator, if 5 are known */
  min_creator_videos?: number;
  /** Maximum known videos of the creator, if 5 are known */
  max_creator_videos?: number;
  /** Fields that are known (AND): format, language, creator, source_url, published_at, likes, comments, shares, duration_seconds, template, or duration; a leading `-` finds unknown ones */
  has?: string | readonly string[];
  /** Method of the labels: given, rules, curator (OR); a leading `-` excludes one */
  labels_method?: string | readonly string[];
  /** Minimum confidence of the labels, 0 to 1 */
  min_confidence?: number;
  /** Only hooks of sample data, or only others */
  sample?: boolean;
  /** Number of hooks. Default 1 */
  count?: number;
};

/**
 * Query of `requests.list`.
 *
 * @example
 * ```ts
 * for await (const record of hookline.requests.list({ status: ['4xx', '5xx'] })) console.log(record);
 * ```
 */
export type RequestQuery = {
  /** Codes such as `429`, or classes such as `4xx` */
  status?: string | readonly string[];
  /** As in records: `/hooks/:id`, `POST /export`, `unknown` */
  endpoint?: string | readonly string[];
  /** Ids of keys */
  key?: string | readonly string[];
  /** Calls from this time on */
  since?: string;
  /** Calls before this time */
  until?: string;
  /** Calls per page. Default 50 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
};

/**
 * Body of `similar`.
 *
 * @example
 * ```ts
 * const text = 'Stop saving money before you read this';
 * const hooks = await hookline.similar({ text, filters: { niche: 'finance' } });
 * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
 * ```
 */
export type SimilarInput = {
  /** The line to compare */
  text: string;
  /** Maximum number of hooks. Default 10 */
  limit?: number;
  /** Leaves out hooks that are less close. Default `related`, which includes all */
  min_closeness?: 'same' | 'close' | 'related';
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
};

/**
 * Body of `check`.
 *
 * @example
 * ```ts
 * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
 * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
 * for (const { text, n } of observations) console.log(text, n);
 * ```
 */
export type CheckInput = {
  /** The line, checked as written, without surrounding spaces */
  text: string;
  /** Where the video is published */
  platform?: string;
  /** Default: guessed from the text */
  niche?: string;
  /** BCP 47. Default: detected */
  language?: string;
};

/**
 * Body of `adapt`.
 *
 * @example
 * ```ts
 * console.log(await hookline.adapt({ template: 'Stop buying [topic] before you read this.', topic: 'index funds' }));
 * ```
 */
export type AdaptInput = {
  template?: string;
  /** A hook, in place of `template` */
  id?: string;
  /** Values by slot (topic, number, amount, time, year, name, quote, link), or by words of the line, such as `{"payslip": "bank statement"}`. If it occurs several times: a list of values in order; the last repeats */
  slots?: Record<string, string | readonly string[]>;
  /** Short for `slots.topic` */
  topic?: string;
  /** Who speaks in the line, English lines only: “I lost my keys” as we is “We lost our keys” */
  person?: 'I' | 'we' | 'you';
  /** Maximum number of variants by the operator’s language model after the line, each with a `check`. The request counts as 10 calls */
  variants?: number;
};

/**
 * Body of `hooks.query`.
 *
 * @example
 * ```ts
 * for await (const record of hookline.hooks.query({ filters: { ids: ['hook_1', 'hook_2', 'hook_3'] }, fields: ['id', 'views'] })) console.log(record);
 * ```
 */
export type QueryInput = {
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
  /** Hooks per page. Default 20 */
  limit?: number;
  /** `next_cursor` of the page before */
  cursor?: string;
  /** Default `-views`, or `relevance` with q */
  sort?:
    | '-views'
    | 'views'
    | '-added_at'
    | 'added_at'
    | '-published_at'
    | 'published_at'
    | '-likes'
    | 'likes'
    | '-views_gained_7d'
    | 'views_gained_7d'
    | '-views_per_day'
    | 'views_per_day'
    | '-saves'
    | 'saves'
    | '-creator_videos'
    | 'creator_videos'
    | '-views_vs_creator'
    | 'views_vs_creator'
    | '-duration'
    | 'duration'
    | 'relevance';
  /** `text`: one hook of each `text_group`, the first in the order of the list; `total`, facets and groups count them */
  distinct?: 'text';
  /** Counts per value: niche, archetype, emotional_trigger, platform, format, language */
  facets?: string | readonly string[];
  /** Count, median and 90th percentile of views for each group of all matching hooks, the largest first, by up to 3 of niche, archetype, emotional_trigger, platform, format, language */
  group_by?: string | readonly string[];
  /** Only these fields */
  fields?: string | readonly string[];
  /** Adds `highlights` to each hook: where the words and phrases of q are in its text, as `[start, end]` in UTF-16 units */
  highlight?: boolean;
};

/**
 * Body of `exports.create`.
 *
 * @example
 * ```ts
 * const { export_id } = await hookline.exports.create({ format: 'parquet' });
 * console.log(export_id);
 * ```
 */
export type NewExport = {
  /** json is one array, jsonl one hook a line, csv has a header, parquet has typed columns */
  format: 'json' | 'jsonl' | 'csv' | 'parquet';
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
  /** Fields to include, in the order of the record; csv and parquet have a column for each. Default all */
  fields?: string | readonly string[] | null;
};

/**
 * Body of `exports.schedules.create`.
 *
 * @example
 * ```ts
 * const { schedule_id } = await hookline.exports.schedules.create({ format: 'csv', filters: { niche: 'finance' }, day: 'monday', hour: 6, timezone: 'Europe/Berlin' });
 * await hookline.exports.schedules.delete(schedule_id);
 * ```
 */
export type NewExportSchedule = {
  /** json is one array, jsonl one hook a line, csv has a header, parquet has typed columns */
  format: 'json' | 'jsonl' | 'csv' | 'parquet';
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
  /** Fields to include, in the order of the record; csv and parquet have a column for each. Default all */
  fields?: string | readonly string[] | null;
  day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  hour: number;
  /** IANA time zone of `day` and `hour`. Default: time zone of the account */
  timezone?: string;
};

/**
 * Body of `exports.schedules.update`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.exports.schedules.list());
 * if (first) console.log(await hookline.exports.schedules.update(first.schedule_id, { status: 'paused' }));
 * ```
 */
export type ExportScheduleUpdate = {
  /** json is one array, jsonl one hook a line, csv has a header, parquet has typed columns */
  format?: 'json' | 'jsonl' | 'csv' | 'parquet';
  /** Replaces all current filters */
  filters?: Filters;
  /** Replaces the current fields; null restores all */
  fields?: string | readonly string[] | null;
  day?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  hour?: number;
  /** IANA time zone of `day` and `hour` */
  timezone?: string;
  /** active resumes with the next day and hour */
  status?: 'active' | 'paused';
};

/**
 * Body of `searches.create`.
 *
 * @example
 * ```ts
 * const { search_id } = await hookline.searches.create({ name: 'Finance over 10M', filters: { niche: ['finance'], min_views: 10_000_000 } });
 * await hookline.searches.delete(search_id);
 * ```
 */
export type NewSearch = {
  /** Unique in the account */
  name: string;
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
  /** Order in the hook explorer. The feed is always newest first */
  sort?:
    | '-views'
    | 'views'
    | '-added_at'
    | 'added_at'
    | '-published_at'
    | 'published_at'
    | '-likes'
    | 'likes'
    | '-views_gained_7d'
    | 'views_gained_7d'
    | '-views_per_day'
    | 'views_per_day'
    | '-saves'
    | 'saves'
    | '-creator_videos'
    | 'creator_videos'
    | '-views_vs_creator'
    | 'views_vs_creator'
    | '-duration'
    | 'duration'
    | 'relevance'
    | null;
  /** Email of the new hooks. Setting it again resumes a stopped digest */
  digest?: 'off' | 'daily' | 'weekly';
  /** Day of a weekly digest. Default monday */
  digest_day?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  /** Hour in the time zone of the account. Default 8 */
  digest_hour?: number;
};

/**
 * Body of `searches.update`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.searches.list());
 * if (first) console.log(await hookline.searches.update(first.search_id, { digest: 'weekly', digest_day: 'friday' }));
 * ```
 */
export type SearchUpdate = {
  /** Unique in the account */
  name?: string;
  /** Replaces all current filters */
  filters?: Filters;
  sort?:
    | '-views'
    | 'views'
    | '-added_at'
    | 'added_at'
    | '-published_at'
    | 'published_at'
    | '-likes'
    | 'likes'
    | '-views_gained_7d'
    | 'views_gained_7d'
    | '-views_per_day'
    | 'views_per_day'
    | '-saves'
    | 'saves'
    | '-creator_videos'
    | 'creator_videos'
    | '-views_vs_creator'
    | 'views_vs_creator'
    | '-duration'
    | 'duration'
    | 'relevance'
    | null;
  /** Email of the new hooks. Setting it again resumes a stopped digest */
  digest?: 'off' | 'daily' | 'weekly';
  /** Day of a weekly digest. Default monday */
  digest_day?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  /** Hour in the time zone of the account. Default 8 */
  digest_hour?: number;
};

/**
 * Body of `sourceRequests.create`.
 *
 * @example
 * ```ts
 * const {  } = await hookline.sourceRequests.create({ location: 'https://www.tiktok.com/@ada', reason: 'Our clients cite her' });
 * console.log();
 * ```
 */
export type NewSourceRequest = {
  /** URL of a channel, profile or list of videos, or the words of a topic */
  location: string;
  /** Reason for the request */
  reason?: string;
};

/**
 * Body of `collections.create`.
 *
 * @example
 * ```ts
 * const { collection_id } = await hookline.collections.create({ name: 'Openers for spring' });
 * await hookline.collections.delete(collection_id);
 * ```
 */
export type NewCollection = {
  /** Unique in the account */
  name: string;
  description?: string | null;
};

/**
 * Body of `collections.update`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.update(first.collection_id, { description: 'For the agency' }));
 * ```
 */
export type CollectionUpdate = {
  /** Unique in the account */
  name?: string;
  description?: string | null;
  /** Whether search engines may list the share page. Only while it is shared */
  indexable?: boolean;
};

/**
 * Body of `collections.save`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.save(first.collection_id, 'hook_1', { note: 'Second cut', position: 1 }));
 * ```
 */
export type SavedHookUpdate = {
  /** null or an empty text removes it */
  note?: string | null;
  /** Replaces its tags. At most 10 */
  tags?: readonly string[];
  /** Places it before this hook of the collection */
  before?: string;
  /** Places it after this hook of the collection */
  after?: string;
  /** Position in the collection; the first is 1, and a number beyond the last places it last */
  position?: number;
};

/**
 * Body of `collections.saveAll`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.saveAll(first.collection_id, { ids: ['hook_1', 'hook_2'], tags: ['money'] }));
 * ```
 */
export type SavedHooksInput = {
  ids: readonly string[];
  /** Added to the tags of each, which has at most 10 */
  tags?: readonly string[];
};

/**
 * Body of `collections.share`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.collections.list());
 * if (first) console.log(await hookline.collections.share(first.collection_id));
 * ```
 */
export type ShareInput = {
  /** Whether search engines may list the share page. Default false */
  indexable?: boolean;
};

/**
 * Body of `trendAlerts.create`.
 *
 * @example
 * ```ts
 * const { alert_id } = await hookline.trendAlerts.create({ by: 'archetype', filters: { niche: ['finance'] } });
 * await hookline.trendAlerts.delete(alert_id);
 * ```
 */
export type NewTrendAlert = {
  /** Your name for the alert, included in emails and events */
  name?: string | null;
  /** Label whose values are monitored. Default `archetype` */
  by?: 'archetype' | 'niche' | 'emotional_trigger' | 'platform' | 'format';
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
  /** Compared with the window before it. Default `7d` */
  window?: '24h' | '7d' | '30d';
  /** Verdicts that trigger the alert. Default `["heating"]` */
  verdicts?: readonly ('heating' | 'cooling')[];
  /** Default `email`, to the email of the account. `webhook`: your webhooks that receive `trends.changed`, on the Enterprise plan */
  notify?: 'email' | 'webhook';
};

/**
 * Body of `trendAlerts.update`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.trendAlerts.list());
 * if (first) console.log(await hookline.trendAlerts.update(first.alert_id, { status: 'paused' }));
 * ```
 */
export type TrendAlertUpdate = {
  /** Your name for the alert, included in emails and events */
  name?: string | null;
  by?: 'archetype' | 'niche' | 'emotional_trigger' | 'platform' | 'format';
  /** Replaces all current filters */
  filters?: Filters;
  window?: '24h' | '7d' | '30d';
  verdicts?: readonly ('heating' | 'cooling')[];
  notify?: 'email' | 'webhook';
  /** active resumes; changes while paused do not trigger it */
  status?: 'active' | 'paused';
};

/**
 * Body of `webhooks.create`.
 *
 * @example
 * ```ts
 * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } });
 * await hookline.webhooks.delete(webhook_id);
 * ```
 */
export type NewWebhook = {
  /** HTTPS URL on a public address */
  webhook_url: string;
  /** Filters as in GET /hooks: OR within one, AND between them */
  filters?: Filters;
  /** Events to deliver. Default `["hooks.new"]`. A key needs the scope `export` for export.completed, `usage` for quota.reached, and `read` for trends.changed */
  events?: readonly (
    | 'hooks.new'
    | 'hooks.updated'
    | 'hooks.retired'
    | 'export.completed'
    | 'quota.reached'
    | 'trends.changed'
  )[];
  description?: string | null;
};

/**
 * Body of `webhooks.update`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.webhooks.list());
 * if (first) console.log(await hookline.webhooks.update(first.webhook_id, { description: 'Newsroom' }));
 * ```
 */
export type WebhookUpdate = {
  /** HTTPS URL on a public address */
  webhook_url?: string;
  /** Replaces all current filters */
  filters?: Filters;
  /** Events to deliver. Default `["hooks.new"]`. A key needs the scope `export` for export.completed, `usage` for quota.reached, and `read` for trends.changed */
  events?: readonly (
    | 'hooks.new'
    | 'hooks.updated'
    | 'hooks.retired'
    | 'export.completed'
    | 'quota.reached'
    | 'trends.changed'
  )[];
  description?: string | null;
};

/**
 * Body of `webhooks.resume`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.webhooks.list());
 * if (first) console.log(await hookline.webhooks.resume(first.webhook_id, { backlog: 'deliver' }));
 * ```
 */
export type ResumeInput = {
  /** What to do with events queued while paused */
  backlog?: 'deliver' | 'skip';
};

/**
 * Body of `webhooks.replay`.
 *
 * @example
 * ```ts
 * const [first] = (await hookline.webhooks.list());
 * if (first) console.log(await hookline.webhooks.replay(first.webhook_id, { since: new Date(Date.now() - 3_600_000).toISOString() }));
 * ```
 */
export type ReplayInput =
  | { delivery_id: string }
  | { since: string; until?: string; status?: 'failed' }
  | { status: 'failed'; until?: string };
