// Methods of the client, written from the OpenAPI document by `npm run generate`. Do not edit.
import type {
  AdaptInput,
  AdaptedLine,
  Archetype,
  CheckInput,
  Collection,
  CollectionUpdate,
  Delivery,
  DeliveryDetail,
  DeliveryLogQuery,
  DeliveryQuery,
  DraftCheck,
  Export,
  ExportListQuery,
  ExportSchedule,
  ExportScheduleUpdate,
  FullHook,
  Hook,
  HookDetail,
  LoggedRequest,
  LoggedRequestDetail,
  Meta,
  NewCollection,
  NewExportSchedule,
  NewSearch,
  NewSourceRequest,
  NewTrendAlert,
  NewWebhook,
  RandomQuery,
  ReplayInput,
  RequestQuery,
  ResumeInput,
  SampleQuery,
  SavedHook,
  SavedHookUpdate,
  SavedHooks,
  SavedHooksInput,
  SavedSearch,
  SearchUpdate,
  ShareInput,
  SimilarHook,
  SimilarInput,
  SimilarQuery,
  SourceRequest,
  Taxonomy,
  Template,
  TemplateQuery,
  TestDigest,
  TrendAlert,
  TrendAlertUpdate,
  Usage,
  UsageHistoryQuery,
  UsageRecord,
  Webhook,
  WebhookUpdate,
  WebhookWithSecret,
} from './openapi.ts';
import { type ListInput, type Listed, listPages, type ListQuery, type Pages } from './pages.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';
import type { NewHooksEvent } from './verify-webhook.ts';

/** Methods for the catalog and this account. */
export type CatalogMethods = {
  /**
   * List archetypes. Every archetype, each with its three most viewed hooks.
   *
   * @example
   * ```ts
   * console.log(await hookline.archetypes());
   * ```
   */
  archetypes: (options?: CallOptions) => ApiPromise<Archetype[]>;
  /**
   * Get taxonomy. The values of every label, with names and aliases.
   *
   * @example
   * ```ts
   * const { niche, format } = await hookline.taxonomy();
   * for (const { id, name } of [...niche, ...format]) console.log(id, name);
   * ```
   */
  taxonomy: (options?: CallOptions) => ApiPromise<Taxonomy>;
  /**
   * Get catalog figures. The catalog in figures, its freshness, and the plan of this key.
   *
   * @example
   * ```ts
   * const { hooks, values, account } = await hookline.meta();
   * console.log(hooks, values.niche, account.plan);
   * ```
   */
  meta: (options?: CallOptions) => ApiPromise<Meta>;
  /**
   * Get usage. Calls used of each window. Not counted.
   *
   * @example
   * ```ts
   * const { windows } = await hookline.usage();
   * for (const { window, used, limit } of windows) console.log(window, used, limit ?? 'no limit');
   * ```
   */
  usage: (options?: CallOptions) => ApiPromise<Usage>;
  /**
   * Get usage history. Your calls by day, endpoint, key and status. Not counted.
   *
   * @example
   * ```ts
   * const records = await hookline.usageHistory({ by: ['day', 'endpoint'], since: '2026-11-01' });
   * for (const { day, endpoint, calls } of records) console.log(day, endpoint, calls);
   * ```
   */
  usageHistory: (query?: Omit<UsageHistoryQuery, 'format'>, options?: CallOptions) => ApiPromise<UsageRecord[]>;
};

/** Methods for your own lines. */
export type LinesApi = {
  /**
   * Find similar hooks. The hooks most similar to a text. Compares words, word pairs, the template and the meaning; rare words count most. The most similar come first; of hooks with the same text only the most viewed is included, and lines that nearly repeat a better one come last. Returns `limit` hooks if the catalog has them: `closeness` shows how close each is, and `min_closeness` leaves out less close ones.
   *
   * @example
   * ```ts
   * const text = 'Stop saving money before you read this';
   * const hooks = await hookline.similar({ text, filters: { niche: 'finance' } });
   * for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);
   * ```
   */
  similar: (input: SimilarInput, options?: CallOptions) => ApiPromise<SimilarHook[]>;
  /**
   * Check draft. Checks a draft against proven hooks: a verdict in one sentence, the nearest proven hooks, and what is significantly more common among the most viewed; then its labels, and views of hooks of its archetype, niche and platform. Every figure is counted in the catalog, with its `n`; there is no score.
   *
   * @example
   * ```ts
   * const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });
   * console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');
   * for (const { text, n } of observations) console.log(text, n);
   * ```
   */
  check: (input: CheckInput, options?: CallOptions) => ApiPromise<DraftCheck>;
  /**
   * List templates. Templates that several hooks share, most viewed first.
   *
   * @example
   * ```ts
   * const { data } = await hookline.templates({ niche: 'finance', slot: 'topic', limit: 5 });
   * for (const { template, n, median_views } of data) console.log(template, n, median_views);
   * ```
   */
  templates: (query?: TemplateQuery, options?: CallOptions) => Pages<Template>;
  /**
   * Adapt template. Fills the slots of a template, or of the line of a hook, or replaces words of it. Articles, plurals and capitals follow the values. With `id`, slots without a value keep the words of the line; with `template`, each slot needs a value. With `variants` the operator’s language model rewrites the line, and every line is checked as by POST /check: this takes seconds and counts as 10 calls. It is free if it fails or no variant is valid, the latter 3 times in ten minutes; after that only the line is returned. There may be fewer variants than requested: only new single lines of the same language are included. With `variants` it is not retried after an error.
   *
   * @example
   * ```ts
   * console.log(await hookline.adapt({ template: 'Stop buying [topic] before you read this.', topic: 'index funds' }));
   * ```
   */
  adapt: (input: AdaptInput, options?: CallOptions) => ApiPromise<AdaptedLine[]>;
};

/** `hookline.hooks`. */
export type HooksApi = {
  /**
   * List hooks. Hooks that match, most viewed first. Values of one filter are combined with OR, filters with AND.
   *
   * @example
   * ```ts
   * const { data, total } = await hookline.hooks.list({ niche: ['finance', 'career'], min_views: 1_000_000 });
   * for await (const hook of hookline.hooks.list({ q: 'index fund' })) console.log(hook.text);
   * ```
   */
  list: <Field extends keyof Hook = keyof Hook>(query?: ListQuery<Field>, options?: CallOptions) => Pages<Listed<Pick<Hook, Field>>>;
  /**
   * List full hooks. Hooks that match, with all their fields. Unknown fields are null. All plans but Free.
   *
   * @example
   * ```ts
   * const { data } = await hookline.hooks.full({ language: 'en', fields: ['text', 'template', 'likes'], limit: 5 });
   * for (const { template, likes } of data) console.log(template, likes ?? 'unknown');
   * ```
   */
  full: <Field extends keyof FullHook = keyof FullHook>(query?: ListQuery<Field>, options?: CallOptions) => Pages<Listed<Pick<FullHook, Field>>>;
  /**
   * Query hooks. Hooks that match a query in the body. The same list with its query as JSON, for long lists of ids or values: at most 1,000 ids. It counts as one call, and cursors work with both.
   *
   * @example
   * ```ts
   * for await (const record of hookline.hooks.query({ filters: { ids: ['hook_1', 'hook_2', 'hook_3'] }, fields: ['id', 'views'] })) console.log(record);
   * ```
   */
  query: <Field extends keyof Hook = keyof Hook>(input?: ListInput<Field>, options?: CallOptions) => Pages<Listed<Pick<Hook, Field>>>;
  /**
   * Query full hooks. Hooks that match a query in the body, with all their fields. The same list with its query as JSON, for long lists of ids or values: at most 1,000 ids. It counts as one call, and cursors work with both. All plans but Free.
   *
   * @example
   * ```ts
   * const filters: Filters = { niche: ['-finance', '-business'], has: 'source_url', max_duration_seconds: 30 };
   * for await (const { text, source_url } of hookline.hooks.queryFull({ filters })) console.log(text, source_url);
   * ```
   */
  queryFull: <Field extends keyof FullHook = keyof FullHook>(input?: ListInput<Field>, options?: CallOptions) => Pages<Listed<Pick<FullHook, Field>>>;
  /**
   * Draw random hooks. Draws hooks that match, uniformly and without repeats. With `distinct: 'text'` their texts differ too, with `diverse` their labels. The same `seed` returns the same hooks until the catalog changes.
   *
   * @example
   * ```ts
   * console.log(await hookline.hooks.random({ count: 3, platform: 'TikTok', diverse: 'archetype' }));
   * ```
   */
  random: (query?: RandomQuery, options?: CallOptions) => ApiPromise<Hook[]>;
  /**
   * Get hook. One hook with all its fields. A merged hook returns the hook that replaced it, with its `id`. Throws HooklineError `not_found`, or `gone` if it was retired. All plans but Free.
   *
   * @example
   * ```ts
   * console.log(await hookline.hooks.get('hook_1'));
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<HookDetail>;
  /**
   * List similar hooks. The hooks most similar to a hook. Compares words, word pairs, the template and the meaning; rare words count most. The most similar come first; of hooks with the same text only the most viewed is included, and lines that nearly repeat a better one come last. Returns `limit` hooks if the catalog has them: `closeness` shows how close each is, and `min_closeness` leaves out less close ones.
   *
   * @example
   * ```ts
   * console.log(await hookline.hooks.similar('hook_1', { niche: 'finance', limit: 5 }));
   * ```
   */
  similar: (id: string, query?: SimilarQuery, options?: CallOptions) => ApiPromise<SimilarHook[]>;
};

/** Export methods that send one request. */
export type ExportMethods = {
  /**
   * Get export. An export, with a link to its file once it is complete. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.exports.list()).data;
   * if (first) console.log(await hookline.exports.get(first.export_id));
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<Export>;
  /**
   * List exports. Your exports, newest first. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * for await (const record of hookline.exports.list()) console.log(record);
   * ```
   */
  list: (query?: ExportListQuery, options?: CallOptions) => Pages<Export>;
  /**
   * Cancel export. Cancels an export, or deletes its file. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const { export_id } = await hookline.exports.create({ format: 'json' });
   * await hookline.exports.cancel(export_id);
   * ```
   */
  cancel: (id: string, options?: CallOptions) => ApiPromise<Export>;
};

/** `hookline.exports.schedules`: weekly exports, at most ten. */
export type SchedulesApi = {
  /**
   * List weekly exports. Your weekly exports, newest first. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * console.log(await hookline.exports.schedules.list());
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<ExportSchedule[]>;
  /**
   * Create weekly export. Requests an export every week at this day and hour. You get an email with a link when its file is ready. Each counts as an export of its day; if that is used already, it waits for the next day. Plans Scale and Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const { schedule_id } = await hookline.exports.schedules.create({ format: 'csv', filters: { niche: 'finance' }, day: 'monday', hour: 6, timezone: 'Europe/Berlin' });
   * await hookline.exports.schedules.delete(schedule_id);
   * ```
   */
  create: (input: NewExportSchedule, options?: CallOptions) => ApiPromise<ExportSchedule>;
  /**
   * Get weekly export. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.exports.schedules.list());
   * if (first) console.log(await hookline.exports.schedules.get(first.schedule_id));
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<ExportSchedule>;
  /**
   * Update weekly export. Changes, pauses or resumes a weekly export. `filters` and `fields` replace all previous ones. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.exports.schedules.list());
   * if (first) console.log(await hookline.exports.schedules.update(first.schedule_id, { status: 'paused' }));
   * ```
   */
  update: (id: string, input: ExportScheduleUpdate, options?: CallOptions) => ApiPromise<ExportSchedule>;
  /**
   * Delete weekly export. Deletes a weekly export. Its exports stay. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const { schedule_id } = await hookline.exports.schedules.create({ format: 'csv', filters: { niche: 'finance' }, day: 'monday', hour: 6, timezone: 'Europe/Berlin' });
   * await hookline.exports.schedules.delete(schedule_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<ExportSchedule>;
};

/** `hookline.searches`. */
export type SearchesApi = {
  /**
   * List saved searches. Your saved searches, newest first, with the use of their feeds. Not counted.
   *
   * @example
   * ```ts
   * console.log(await hookline.searches.list());
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<SavedSearch[]>;
  /**
   * Create saved search. Saves a search. Its newest hooks are a feed, at `feed_url`. Not counted. `feed_url` is secret: anyone with it can read the feed, and each read counts as a call of your account. Append `.csv`, `.json`, `.xml` or `.md`. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const { search_id } = await hookline.searches.create({ name: 'Finance over 10M', filters: { niche: ['finance'], min_views: 10_000_000 } });
   * await hookline.searches.delete(search_id);
   * ```
   */
  create: (input: NewSearch, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Get saved search. Not counted.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.searches.list());
   * if (first) console.log(await hookline.searches.get(first.search_id));
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Update saved search. Changes the name, filters or sort. The feed URL stays. Not counted. `filters` replaces all previous filters. Sending `digest` resumes a digest that was stopped.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.searches.list());
   * if (first) console.log(await hookline.searches.update(first.search_id, { digest: 'weekly', digest_day: 'friday' }));
   * ```
   */
  update: (id: string, input: SearchUpdate, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Rotate feed address. Gives the feed another URL. The former one fails at once. Not counted. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.searches.list());
   * if (first) console.log(await hookline.searches.rotate(first.search_id));
   * ```
   */
  rotate: (id: string, options?: CallOptions) => ApiPromise<SavedSearch>;
  /**
   * Send test digest. Emails a preview of the next digest, or a sample if there are no new hooks. The next digest is not affected. At most 5 an hour. Not counted. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.searches.list());
   * if (first) console.log(await hookline.searches.testDigest(first.search_id));
   * ```
   */
  testDigest: (id: string, options?: CallOptions) => ApiPromise<TestDigest>;
  /**
   * Delete saved search. Deletes a saved search. Its feed fails at once. Not counted.
   *
   * @example
   * ```ts
   * const { search_id } = await hookline.searches.create({ name: 'Finance over 10M', filters: { niche: ['finance'], min_views: 10_000_000 } });
   * await hookline.searches.delete(search_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<SavedSearch>;
};

/** `hookline.sourceRequests`: creators and topics that you requested. */
export type SourceRequestsApi = {
  /**
   * List source requests. Creators and topics that you requested, newest first, at most 50. Not counted.
   *
   * @example
   * ```ts
   * console.log(await hookline.sourceRequests.list());
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<SourceRequest[]>;
  /**
   * Request source. Requests a creator or topic that is not in the catalog. The operator decides. You get an email when its first hooks are published, or the reason if it is declined. At most 10 requests can be pending. Not counted. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const {  } = await hookline.sourceRequests.create({ location: 'https://www.tiktok.com/@ada', reason: 'Our clients cite her' });
   * console.log();
   * ```
   */
  create: (input: NewSourceRequest, options?: CallOptions) => ApiPromise<SourceRequest>;
};

/** Collection methods that return the response of the API. */
export type CollectionMethods = {
  /**
   * List collections. Your collections, newest first. Not counted.
   *
   * @example
   * ```ts
   * console.log(await hookline.collections.list({ hook: 'hook_1' }));
   * ```
   */
  list: (query?: { readonly hook?: string }, options?: CallOptions) => ApiPromise<Collection[]>;
  /**
   * Create collection. Not counted. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const { collection_id } = await hookline.collections.create({ name: 'Openers for spring' });
   * await hookline.collections.delete(collection_id);
   * ```
   */
  create: (input: NewCollection, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * Update collection. Changes the name or the description, or whether search engines may list the share page, which keeps its URL. Not counted.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.collections.list());
   * if (first) console.log(await hookline.collections.update(first.collection_id, { description: 'For the agency' }));
   * ```
   */
  update: (id: string, input: CollectionUpdate, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * Delete collection. Deletes a collection and its share page. Filters that use it find nothing from then on. Not counted.
   *
   * @example
   * ```ts
   * const { collection_id } = await hookline.collections.create({ name: 'Openers for spring' });
   * await hookline.collections.delete(collection_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * Save hook. Adds a hook to a collection, or changes its note, tags or place there. Omitted fields are unchanged; a new hook comes last. Not counted.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.collections.list());
   * if (first) console.log(await hookline.collections.save(first.collection_id, 'hook_1', { note: 'Second cut', position: 1 }));
   * ```
   */
  save: (id: string, hookId: string, input?: SavedHookUpdate, options?: CallOptions) => ApiPromise<SavedHook>;
  /**
   * Save several hooks. Adds up to 100 hooks at the end, in the given order. Hooks already in the collection keep their place and note. Not counted. `missing` lists ids without a published hook.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.collections.list());
   * if (first) console.log(await hookline.collections.saveAll(first.collection_id, { ids: ['hook_1', 'hook_2'], tags: ['money'] }));
   * ```
   */
  saveAll: (id: string, input: SavedHooksInput, options?: CallOptions) => ApiPromise<SavedHooks>;
  /**
   * Share collection. Gives the collection a page that anyone with its URL can read. A second call gives it another URL, and the former one fails at once. Not counted. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.collections.list());
   * if (first) console.log(await hookline.collections.share(first.collection_id));
   * ```
   */
  share: (id: string, input?: ShareInput, options?: CallOptions) => ApiPromise<Collection>;
  /**
   * Stop sharing collection. The share page fails at once. Not counted.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.collections.list());
   * if (first) console.log(await hookline.collections.unshare(first.collection_id));
   * ```
   */
  unshare: (id: string, options?: CallOptions) => ApiPromise<Collection>;
};

/** `hookline.trendAlerts`. */
export type TrendAlertsApi = {
  /**
   * List trend alerts. Your trend alerts, newest first. Not counted. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * console.log(await hookline.trendAlerts.list());
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<TrendAlert[]>;
  /**
   * Create trend alert. Notifies you when the verdict of a value changes, by email or webhook. Values already heating do not trigger it. Not counted. Plans Scale and Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const { alert_id } = await hookline.trendAlerts.create({ by: 'archetype', filters: { niche: ['finance'] } });
   * await hookline.trendAlerts.delete(alert_id);
   * ```
   */
  create: (input: NewTrendAlert, options?: CallOptions) => ApiPromise<TrendAlert>;
  /**
   * Get trend alert. Not counted. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.trendAlerts.list());
   * if (first) console.log(await hookline.trendAlerts.get(first.alert_id));
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<TrendAlert>;
  /**
   * Update trend alert. Changes, pauses or resumes a trend alert. After a change of `by`, `filters` or `window`, values already heating do not trigger it. Not counted. `filters` replaces all previous filters. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.trendAlerts.list());
   * if (first) console.log(await hookline.trendAlerts.update(first.alert_id, { status: 'paused' }));
   * ```
   */
  update: (id: string, input: TrendAlertUpdate, options?: CallOptions) => ApiPromise<TrendAlert>;
  /**
   * Delete trend alert. Not counted. Plans Scale and Enterprise.
   *
   * @example
   * ```ts
   * const { alert_id } = await hookline.trendAlerts.create({ by: 'archetype', filters: { niche: ['finance'] } });
   * await hookline.trendAlerts.delete(alert_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<TrendAlert>;
};

/** Webhook methods that send one request. */
export type WebhookMethods = {
  /**
   * List webhooks. An account has at most five. Plan Enterprise.
   *
   * @example
   * ```ts
   * console.log(await hookline.webhooks.list());
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<Webhook[]>;
  /**
   * Create webhook. `secret` is returned only here. Plan Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  create: (input: NewWebhook, options?: CallOptions) => ApiPromise<WebhookWithSecret>;
  /**
   * Get webhook. Plan Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) console.log(await hookline.webhooks.get(first.webhook_id));
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Update webhook. Changes the URL, filters, events or description of a webhook. A key needs the scope of what its events carry. `filters` replaces all previous filters. Plan Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) console.log(await hookline.webhooks.update(first.webhook_id, { description: 'Newsroom' }));
   * ```
   */
  update: (id: string, input: WebhookUpdate, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Delete webhook. Deletes a webhook, its queue and its log. Plan Enterprise.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Pause webhook. Pauses a webhook. Events are queued. Plan Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) console.log(await hookline.webhooks.pause(first.webhook_id));
   * ```
   */
  pause: (id: string, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Resume webhook. Resumes a webhook, with or without the backlog. Queued deliveries are sent, or dropped if `backlog` is `skip`. Plan Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) console.log(await hookline.webhooks.resume(first.webhook_id, { backlog: 'deliver' }));
   * ```
   */
  resume: (id: string, input?: ResumeInput, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Rotate webhook secret. Creates a new secret. The old one also signs for 24 hours. Plan Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) console.log(await hookline.webhooks.rotateSecret(first.webhook_id));
   * ```
   */
  rotateSecret: (id: string, options?: CallOptions) => ApiPromise<WebhookWithSecret>;
  /**
   * List deliveries. The deliveries of a webhook, newest first. Plan Enterprise.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) for await (const record of hookline.webhooks.deliveries(first.webhook_id, { status: 'failed' })) console.log(record);
   * ```
   */
  deliveries: (id: string, query?: DeliveryQuery, options?: CallOptions) => Pages<Delivery>;
  /**
   * List deliveries of all webhooks. The deliveries of all webhooks of the account, newest first. With `wait`, waits for a new one. `wait` waits up to 25 seconds for a delivery newer than `newest`, so that a program can follow the log. Plan Enterprise.
   *
   * @example
   * ```ts
   * const { data } = await hookline.webhooks.log({ limit: 1 });
   * const newer = await hookline.webhooks.log({ newest: data[0]?.delivery_id, wait: 1 });
   * console.log(newer.data.length);
   * ```
   */
  log: (query?: DeliveryLogQuery, options?: CallOptions) => Pages<Delivery>;
  /**
   * Get sample payload. A sample payload, to develop a receiver on any plan. The most viewed hooks that match, as a webhook with these filters would receive them. Nothing is sent.
   *
   * @example
   * ```ts
   * console.log(await hookline.webhooks.sample({ niche: 'finance', count: 3 }));
   * ```
   */
  sample: (query?: SampleQuery, options?: CallOptions) => ApiPromise<NewHooksEvent>;
  /**
   * Get delivery. A delivery with its body and every attempt. A key needs the scope of what its event carries. Plan Enterprise.
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
  delivery: (id: string, deliveryId: string, options?: CallOptions) => ApiPromise<DeliveryDetail>;
  /**
   * Send delivery now. Makes the next attempt of a pending delivery now, without waiting for its time. It counts as one of its attempts. Use it for a pending delivery whose receiver works again before the next attempt. Plan Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list()) {
   *   const { delivery_id } = await hookline.webhooks.test(webhook_id);
   *   // A conflict if it has been delivered meanwhile.
   *   await hookline.webhooks.sendNow(webhook_id, delivery_id).catch((error) => console.log(error.message));
   * }
   * ```
   */
  sendNow: (id: string, deliveryId: string, options?: CallOptions) => ApiPromise<Delivery>;
  /**
   * Replay deliveries. Delivers again: one delivery, all of a time range, or only the failed ones. Plan Enterprise. Not retried after a lost connection, since it is not idempotent.
   *
   * @example
   * ```ts
   * const [first] = (await hookline.webhooks.list());
   * if (first) console.log(await hookline.webhooks.replay(first.webhook_id, { since: new Date(Date.now() - 3_600_000).toISOString() }));
   * ```
   */
  replay: (id: string, input: ReplayInput, options?: CallOptions) => ApiPromise<Delivery[]>;
};

/** `hookline.requests`: the request log. */
export type RequestsApi = {
  /**
   * List requests. The calls of your keys in the last 7 days, on Enterprise 30, newest first. Requests of the dashboard and of this log are not included. Above 100 a second a sample is kept. `total` counts at most 10,000. Not counted.
   *
   * @example
   * ```ts
   * for await (const record of hookline.requests.list({ status: ['4xx', '5xx'] })) console.log(record);
   * ```
   */
  list: (query?: RequestQuery, options?: CallOptions) => Pages<LoggedRequest>;
  /**
   * Get request. A call by the `x-request-id` of its response, with the problem returned. Not counted. Throws HooklineError `not_found` if it is not in the log.
   *
   * @example
   * ```ts
   * const { requestId } = await hookline.hooks.list();
   * const call = await hookline.requests.get(requestId);
   * console.log(call.status, call.ms, call.problem);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<LoggedRequestDetail>;
};

/** All of them; the client puts each in its place. */
export type Resources = {
  catalog: CatalogMethods;
  lines: LinesApi;
  hooks: HooksApi;
  exports: ExportMethods;
  schedules: SchedulesApi;
  searches: SearchesApi;
  sourceRequests: SourceRequestsApi;
  collections: CollectionMethods;
  trendAlerts: TrendAlertsApi;
  webhooks: WebhookMethods;
  requests: RequestsApi;
};

export function createResources(transport: Transport): Resources {
  const send = <T>(call: Call, options?: CallOptions): ApiPromise<T> =>
    toApiPromise(transport.send(call, options), ({ body }) => body);
  const sendForData = <T>(call: Call, options?: CallOptions): ApiPromise<T> =>
    toApiPromise(transport.send(call, options), ({ body }) => body.data);
  const encode = encodeURIComponent;
  return {
    catalog: {
      archetypes: (options) => sendForData({ path: '/archetypes' }, options),
      taxonomy: (options) => sendForData({ path: '/taxonomy' }, options),
      meta: (options) => sendForData({ path: '/meta' }, options),
      usage: (options) => sendForData({ path: '/usage' }, options),
      usageHistory: (query, options) => sendForData({ path: '/usage/history', query }, options),
    },
    lines: {
      similar: (input, options) => sendForData({ method: 'POST', path: '/similar', body: input, isRead: true }, options),
      check: (input, options) => sendForData({ method: 'POST', path: '/check', body: input, isRead: true }, options),
      templates: (query, options) => listPages(transport, { path: '/templates', query, maxPerPage: 100 }, options),
      adapt: (input, options) => sendForData({ method: 'POST', path: '/adapt', body: input, isRead: true, isIdempotent: !('variants' in input) }, options),
    },
    hooks: {
      list: (query, options) => listPages(transport, { path: '/hooks', query, maxPerPage: 100 }, options),
      full: (query, options) => listPages(transport, { path: '/hooks/full', query, maxPerPage: 100 }, options),
      query: (input = {}, options) => listPages(transport, { path: '/hooks/query', query: input, isBody: true, maxPerPage: 100 }, options),
      queryFull: (input, options) => listPages(transport, { path: '/hooks/full/query', query: input, isBody: true, maxPerPage: 100 }, options),
      random: (query, options) => sendForData({ path: '/hooks/random', query }, options),
      get: (id, options) => sendForData({ path: `/hooks/${encode(id)}` }, options),
      similar: (id, query, options) => sendForData({ path: `/hooks/${encode(id)}/similar`, query }, options),
    },
    exports: {
      get: (id, options) => send({ path: `/export/${encode(id)}` }, options),
      list: (query, options) => listPages(transport, { path: '/exports', query, maxPerPage: 100 }, options),
      cancel: (id, options) => send({ method: 'DELETE', path: `/export/${encode(id)}` }, options),
    },
    schedules: {
      list: (options) => sendForData({ path: '/exports/schedules' }, options),
      create: (input, options) => send({ method: 'POST', path: '/exports/schedules', body: input }, options),
      get: (id, options) => send({ path: `/exports/schedules/${encode(id)}` }, options),
      update: (id, input, options) => send({ method: 'PATCH', path: `/exports/schedules/${encode(id)}`, body: input }, options),
      delete: (id, options) => send({ method: 'DELETE', path: `/exports/schedules/${encode(id)}` }, options),
    },
    searches: {
      list: (options) => sendForData({ path: '/searches' }, options),
      create: (input, options) => send({ method: 'POST', path: '/searches', body: input }, options),
      get: (id, options) => send({ path: `/searches/${encode(id)}` }, options),
      update: (id, input, options) => send({ method: 'PATCH', path: `/searches/${encode(id)}`, body: input }, options),
      rotate: (id, options) => send({ method: 'POST', path: `/searches/${encode(id)}/rotate` }, options),
      testDigest: (id, options) => send({ method: 'POST', path: `/searches/${encode(id)}/digest/test` }, options),
      delete: (id, options) => send({ method: 'DELETE', path: `/searches/${encode(id)}` }, options),
    },
    sourceRequests: {
      list: (options) => sendForData({ path: '/source-requests' }, options),
      create: (input, options) => send({ method: 'POST', path: '/source-requests', body: input }, options),
    },
    collections: {
      list: (query, options) => sendForData({ path: '/collections', query }, options),
      create: (input, options) => send({ method: 'POST', path: '/collections', body: input }, options),
      update: (id, input, options) => send({ method: 'PATCH', path: `/collections/${encode(id)}`, body: input }, options),
      delete: (id, options) => send({ method: 'DELETE', path: `/collections/${encode(id)}` }, options),
      save: (id, hookId, input = {}, options) => send({ method: 'PUT', path: `/collections/${encode(id)}/hooks/${encode(hookId)}`, body: input }, options),
      saveAll: (id, input, options) => send({ method: 'POST', path: `/collections/${encode(id)}/hooks`, body: input, isIdempotent: true }, options),
      share: (id, input = {}, options) => send({ method: 'POST', path: `/collections/${encode(id)}/share`, body: input }, options),
      unshare: (id, options) => send({ method: 'DELETE', path: `/collections/${encode(id)}/share` }, options),
    },
    trendAlerts: {
      list: (options) => sendForData({ path: '/trends/alerts' }, options),
      create: (input, options) => send({ method: 'POST', path: '/trends/alerts', body: input }, options),
      get: (id, options) => send({ path: `/trends/alerts/${encode(id)}` }, options),
      update: (id, input, options) => send({ method: 'PATCH', path: `/trends/alerts/${encode(id)}`, body: input }, options),
      delete: (id, options) => send({ method: 'DELETE', path: `/trends/alerts/${encode(id)}` }, options),
    },
    webhooks: {
      list: (options) => sendForData({ path: '/webhooks' }, options),
      create: (input, options) => send({ method: 'POST', path: '/webhooks', body: input }, options),
      get: (id, options) => send({ path: `/webhooks/${encode(id)}` }, options),
      update: (id, input, options) => send({ method: 'PATCH', path: `/webhooks/${encode(id)}`, body: input }, options),
      delete: (id, options) => send({ method: 'DELETE', path: `/webhooks/${encode(id)}` }, options),
      pause: (id, options) => send({ method: 'POST', path: `/webhooks/${encode(id)}/pause`, isIdempotent: true }, options),
      resume: (id, input = {}, options) => send({ method: 'POST', path: `/webhooks/${encode(id)}/resume`, body: input }, options),
      rotateSecret: (id, options) => send({ method: 'POST', path: `/webhooks/${encode(id)}/rotate-secret` }, options),
      deliveries: (id, query, options) => listPages(transport, { path: `/webhooks/${encode(id)}/deliveries`, query, maxPerPage: 100 }, options),
      log: (query, options) => listPages(transport, { path: '/webhooks/deliveries', query, maxPerPage: 100 }, options),
      sample: (query, options) => send({ path: '/webhooks/sample', query }, options),
      delivery: (id, deliveryId, options) => send({ path: `/webhooks/${encode(id)}/deliveries/${encode(deliveryId)}` }, options),
      sendNow: (id, deliveryId, options) => send({ method: 'POST', path: `/webhooks/${encode(id)}/deliveries/${encode(deliveryId)}/send` }, options),
      replay: (id, input, options) => sendForData({ method: 'POST', path: `/webhooks/${encode(id)}/replay`, body: input }, options),
    },
    requests: {
      list: (query, options) => listPages(transport, { path: '/requests', query, maxPerPage: 100 }, options),
      get: (id, options) => sendForData({ path: `/requests/${encode(id)}` }, options),
    },
  };
}
