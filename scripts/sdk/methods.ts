// Methods of the SDK: the operation of each, and what the OpenAPI document does not contain, such as names and examples.

export type Method = {
  /** `operationId` in the document. */
  operation: string;
  /** Name of the query's type. */
  query?: string;
  /** Type of the argument where it differs from the query. */
  queryType?: string;
  /** Name of the body's type; a `?` at the end makes the argument optional. */
  body?: string;
  /** Type of the result where the document has no name for it. */
  result?: string;
  /** Type whose properties `fields` of the query select. */
  fieldsOf?: string;
  /** True for a POST that changes nothing, so that it may be cached and retried. */
  isRead?: boolean;
  /** Code that is true if a POST may be sent twice. */
  isIdempotent?: string;
  /** Added to the description of the operation, which does not cover the SDK. */
  note?: string;
  /** Arguments of the example after the ID. */
  args?: string;
  /** Replaces the derived example where one call does not show enough. */
  example?: readonly string[];
  /** A file of the SDK implements the method, since it is more than one call or has another result. */
  isByHand?: boolean;
};

export type Resource = {
  /** Name of the resource's type. */
  type: string;
  text: string;
  /** Property of a listed record from which examples take the ID; in quotes it is an ID itself. */
  id?: string;
  methods: Readonly<Record<string, Method>>;
};

/** `catalog` and `lines` are members of the client itself. */
export const resources: Readonly<Record<string, Resource>> = {
  catalog: {
    type: 'CatalogMethods',
    text: 'Methods for the catalog and this account.',
    methods: {
      archetypes: { operation: 'listArchetypes' },
      taxonomy: {
        operation: 'getTaxonomy',
        example: [
          'const { niche, format } = await hookline.taxonomy();',
          'for (const { id, name } of [...niche, ...format]) console.log(id, name);',
        ],
      },
      meta: {
        operation: 'getCatalogFigures',
        example: [
          'const { hooks, values, account } = await hookline.meta();',
          'console.log(hooks, values.niche, account.plan);',
        ],
      },
      usage: {
        operation: 'getUsage',
        example: [
          'const { windows } = await hookline.usage();',
          "for (const { window, used, limit } of windows) console.log(window, used, limit ?? 'no limit');",
        ],
      },
      usageHistory: {
        operation: 'getUsageHistory',
        query: 'UsageHistoryQuery',
        queryType: "Omit<UsageHistoryQuery, 'format'>",
        example: [
          "const records = await hookline.usageHistory({ by: ['day', 'endpoint'], since: '2026-11-01' });",
          'for (const { day, endpoint, calls } of records) console.log(day, endpoint, calls);',
        ],
      },
      trends: { operation: 'getTrends', query: 'TrendQuery', args: "{ by: 'niche', window: '30d' }", isByHand: true },
      changes: { operation: 'listChanges', query: 'ChangeQuery', args: '{ since: 0 }', isByHand: true },
    },
  },
  lines: {
    type: 'LinesApi',
    text: 'Methods for your own lines.',
    methods: {
      similar: {
        operation: 'findSimilarHooks',
        body: 'SimilarInput',
        isRead: true,
        example: [
          "const text = 'Stop saving money before you read this';",
          "const hooks = await hookline.similar({ text, filters: { niche: 'finance' } });",
          'for (const { text, similarity } of hooks) console.log(similarity.score, text, similarity.why);',
        ],
      },
      check: {
        operation: 'checkDraft',
        body: 'CheckInput',
        isRead: true,
        example: [
          "const { archetype, standing, observations } = await hookline.check({ text: 'Stop saving money', niche: 'finance' });",
          "console.log(archetype.value, archetype.confidence, standing.median_views ?? 'too few hooks');",
          'for (const { text, n } of observations) console.log(text, n);',
        ],
      },
      templates: {
        operation: 'listTemplates',
        query: 'TemplateQuery',
        example: [
          "const { data } = await hookline.templates({ niche: 'finance', slot: 'topic', limit: 5 });",
          'for (const { template, n, median_views } of data) console.log(template, n, median_views);',
        ],
      },
      adapt: {
        operation: 'adaptTemplate',
        body: 'AdaptInput',
        isRead: true,
        isIdempotent: "!('variants' in input)",
        note: 'With `variants` it is not retried after an error.',
        args: "{ template: 'Stop buying [topic] before you read this.', topic: 'index funds' }",
      },
    },
  },
  hooks: {
    type: 'HooksApi',
    text: '`hookline.hooks`.',
    id: "'hook_1'",
    methods: {
      list: {
        operation: 'listHooks',
        query: 'HookQuery',
        fieldsOf: 'Hook',
        note: 'Values of one filter are combined with OR, filters with AND.',
        example: [
          "const { data, total } = await hookline.hooks.list({ niche: ['finance', 'career'], min_views: 1_000_000 });",
          "for await (const hook of hookline.hooks.list({ q: 'index fund' })) console.log(hook.text);",
        ],
      },
      full: {
        operation: 'listFullHooks',
        fieldsOf: 'FullHook',
        note: 'Unknown fields are null.',
        example: [
          "const { data } = await hookline.hooks.full({ language: 'en', fields: ['text', 'template', 'likes'], limit: 5 });",
          "for (const { template, likes } of data) console.log(template, likes ?? 'unknown');",
        ],
      },
      query: {
        operation: 'queryHooks',
        body: 'QueryInput',
        fieldsOf: 'Hook',
        args: "{ filters: { ids: ['hook_1', 'hook_2', 'hook_3'] }, fields: ['id', 'views'] }",
      },
      queryFull: {
        operation: 'queryFullHooks',
        fieldsOf: 'FullHook',
        example: [
          "const filters: Filters = { niche: ['-finance', '-business'], has: 'source_url', max_duration_seconds: 30 };",
          'for await (const { text, source_url } of hookline.hooks.queryFull({ filters })) console.log(text, source_url);',
        ],
      },
      random: {
        operation: 'drawRandomHooks',
        query: 'RandomQuery',
        note: "With `distinct: 'text'` their texts differ too, with `diverse` their labels. The same `seed` returns the same hooks until the catalog changes.",
        args: "{ count: 3, platform: 'TikTok', diverse: 'archetype' }",
      },
      get: {
        operation: 'getHook',
        note: 'A merged hook returns the hook that replaced it, with its `id`. Throws HooklineError `not_found`, or `gone` if it was retired.',
      },
      similar: { operation: 'listSimilarHooks', query: 'SimilarQuery', args: "{ niche: 'finance', limit: 5 }" },
    },
  },
  exports: {
    type: 'ExportMethods',
    text: 'Export methods that send one request.',
    id: 'export_id',
    methods: {
      create: { operation: 'createExport', body: 'NewExport', args: "{ format: 'parquet' }", isByHand: true },
      get: { operation: 'getExport' },
      list: { operation: 'listExports', query: 'ExportListQuery' },
      cancel: {
        operation: 'cancelExport',
        example: [
          "const { export_id } = await hookline.exports.create({ format: 'json' });",
          'await hookline.exports.cancel(export_id);',
        ],
      },
    },
  },
  'exports.schedules': {
    type: 'SchedulesApi',
    text: '`hookline.exports.schedules`: weekly exports, at most ten.',
    id: 'schedule_id',
    methods: {
      list: { operation: 'listWeeklyExports' },
      create: {
        operation: 'createWeeklyExport',
        body: 'NewExportSchedule',
        args: "{ format: 'csv', filters: { niche: 'finance' }, day: 'monday', hour: 6, timezone: 'Europe/Berlin' }",
      },
      get: { operation: 'getWeeklyExport' },
      update: {
        operation: 'updateWeeklyExport',
        body: 'ExportScheduleUpdate',
        note: '`filters` and `fields` replace all previous ones.',
        args: "{ status: 'paused' }",
      },
      delete: { operation: 'deleteWeeklyExport' },
    },
  },
  searches: {
    type: 'SearchesApi',
    text: '`hookline.searches`.',
    id: 'search_id',
    methods: {
      list: { operation: 'listSavedSearches' },
      create: {
        operation: 'createSavedSearch',
        body: 'NewSearch',
        note: '`feed_url` is secret: anyone with it can read the feed, and each read counts as a call of your account. Append `.csv`, `.json`, `.xml` or `.md`.',
        args: "{ name: 'Finance over 10M', filters: { niche: ['finance'], min_views: 10_000_000 } }",
      },
      get: { operation: 'getSavedSearch' },
      update: {
        operation: 'updateSavedSearch',
        body: 'SearchUpdate',
        note: '`filters` replaces all previous filters. Sending `digest` resumes a digest that was stopped.',
        args: "{ digest: 'weekly', digest_day: 'friday' }",
      },
      rotate: { operation: 'rotateFeedAddress' },
      testDigest: { operation: 'sendTestDigest' },
      delete: { operation: 'deleteSavedSearch' },
    },
  },
  sourceRequests: {
    type: 'SourceRequestsApi',
    text: '`hookline.sourceRequests`: creators and topics that you requested.',
    methods: {
      list: { operation: 'listSourceRequests' },
      create: {
        operation: 'requestSource',
        body: 'NewSourceRequest',
        args: "{ location: 'https://www.tiktok.com/@ada', reason: 'Our clients cite her' }",
      },
    },
  },
  collections: {
    type: 'CollectionMethods',
    text: 'Collection methods that return the response of the API.',
    id: 'collection_id',
    methods: {
      list: { operation: 'listCollections', queryType: '{ readonly hook?: string }', args: "{ hook: 'hook_1' }" },
      create: { operation: 'createCollection', body: 'NewCollection', args: "{ name: 'Openers for spring' }" },
      get: { operation: 'getCollection', query: 'CollectionPageQuery', isByHand: true },
      update: { operation: 'updateCollection', body: 'CollectionUpdate', args: "{ description: 'For the agency' }" },
      delete: { operation: 'deleteCollection' },
      save: { operation: 'saveHook', body: 'SavedHookUpdate?', args: "'hook_1', { note: 'Second cut', position: 1 }" },
      saveAll: {
        operation: 'saveSeveralHooks',
        body: 'SavedHooksInput',
        isIdempotent: 'true',
        note: '`missing` lists ids without a published hook.',
        args: "{ ids: ['hook_1', 'hook_2'], tags: ['money'] }",
      },
      remove: { operation: 'removeSeveralHooks', args: "['hook_1']", isByHand: true },
      share: { operation: 'shareCollection', body: 'ShareInput?' },
      unshare: { operation: 'stopSharingCollection' },
    },
  },
  trendAlerts: {
    type: 'TrendAlertsApi',
    text: '`hookline.trendAlerts`.',
    id: 'alert_id',
    methods: {
      list: { operation: 'listTrendAlerts' },
      create: {
        operation: 'createTrendAlert',
        body: 'NewTrendAlert',
        args: "{ by: 'archetype', filters: { niche: ['finance'] } }",
      },
      get: { operation: 'getTrendAlert' },
      update: {
        operation: 'updateTrendAlert',
        body: 'TrendAlertUpdate',
        note: '`filters` replaces all previous filters.',
        args: "{ status: 'paused' }",
      },
      delete: { operation: 'deleteTrendAlert' },
    },
  },
  webhooks: {
    type: 'WebhookMethods',
    text: 'Webhook methods that send one request.',
    id: 'webhook_id',
    methods: {
      list: { operation: 'listWebhooks', note: 'An account has at most five.' },
      create: {
        operation: 'createWebhook',
        body: 'NewWebhook',
        note: '`secret` is returned only here.',
        args: "{ webhook_url: 'https://example.com/hooks', filters: { niche: ['finance'], min_views: 1_000_000 } }",
      },
      get: { operation: 'getWebhook' },
      update: {
        operation: 'updateWebhook',
        body: 'WebhookUpdate',
        note: '`filters` replaces all previous filters.',
        args: "{ description: 'Newsroom' }",
      },
      delete: { operation: 'deleteWebhook' },
      test: { operation: 'testWebhook', isByHand: true },
      pause: { operation: 'pauseWebhook', isIdempotent: 'true' },
      resume: {
        operation: 'resumeWebhook',
        body: 'ResumeInput?',
        note: 'Queued deliveries are sent, or dropped if `backlog` is `skip`.',
        args: "{ backlog: 'deliver' }",
      },
      rotateSecret: { operation: 'rotateWebhookSecret' },
      deliveries: { operation: 'listDeliveries', query: 'DeliveryQuery', args: "{ status: 'failed' }" },
      log: {
        operation: 'listDeliveriesOfAllWebhooks',
        query: 'DeliveryLogQuery',
        note: '`wait` waits up to 25 seconds for a delivery newer than `newest`, so that a program can follow the log.',
        example: [
          'const { data } = await hookline.webhooks.log({ limit: 1 });',
          'const newer = await hookline.webhooks.log({ newest: data[0]?.delivery_id, wait: 1 });',
          'console.log(newer.data.length);',
        ],
      },
      sample: {
        operation: 'getSamplePayload',
        query: 'SampleQuery',
        result: 'NewHooksEvent',
        args: "{ niche: 'finance', count: 3 }",
      },
      delivery: {
        operation: 'getDelivery',
        example: [
          'for (const { webhook_id } of await hookline.webhooks.list()) {',
          '  const { delivery_id } = await hookline.webhooks.test(webhook_id);',
          '  const { log } = await hookline.webhooks.delivery(webhook_id, delivery_id);',
          '  for (const { status_code, error, took_ms } of log) console.log(status_code ?? error, took_ms);',
          '}',
        ],
      },
      sendNow: {
        operation: 'sendDeliveryNow',
        note: 'Use it for a pending delivery whose receiver works again before the next attempt.',
        example: [
          'for (const { webhook_id } of await hookline.webhooks.list()) {',
          '  const { delivery_id } = await hookline.webhooks.test(webhook_id);',
          '  // A conflict if it has been delivered meanwhile.',
          '  await hookline.webhooks.sendNow(webhook_id, delivery_id).catch((error) => console.log(error.message));',
          '}',
        ],
      },
      replay: {
        operation: 'replayDeliveries',
        body: 'ReplayInput',
        args: '{ since: new Date(Date.now() - 3_600_000).toISOString() }',
      },
    },
  },
  requests: {
    type: 'RequestsApi',
    text: '`hookline.requests`: the request log.',
    id: 'request_id',
    methods: {
      list: { operation: 'listRequests', query: 'RequestQuery', args: "{ status: ['4xx', '5xx'] }" },
      get: {
        operation: 'getRequest',
        note: 'Throws HooklineError `not_found` if it is not in the log.',
        example: [
          'const { requestId } = await hookline.hooks.list();',
          'const call = await hookline.requests.get(requestId);',
          'console.log(call.status, call.ms, call.problem);',
        ],
      },
    },
  },
};

/** No method takes or returns these types itself, so their examples cannot be derived. */
export const otherExamples: Readonly<Record<string, readonly string[]>> = {
  HookGroup: [
    "const { groups = [] } = await hookline.hooks.list({ group_by: ['archetype', 'platform'], limit: 1 });",
    'for (const { archetype, platform, count, median_views } of groups) console.log(archetype, platform, count, median_views);',
  ],
  Problem: [
    "const error = await hookline.hooks.get('hook_0').catch((error) => error);",
    'const problem: Problem | undefined = isHooklineError(error) ? error.problem : undefined;',
  ],
};
