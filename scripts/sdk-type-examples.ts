// Examples for the types of sdk/src/openapi.ts, as lines of code. The tests run them.

export const typeExamples: Readonly<Record<string, readonly string[]>> = {
  Hook: [
    "const { data } = await hookline.hooks.list({ niche: 'finance' });",
    'const texts = data.map((hook: Hook) => hook.text);',
  ],
  FullHook: [
    'const { data } = await hookline.hooks.full({ limit: 5 });',
    "const creators = data.map((hook: FullHook) => hook.creator ?? 'unknown creator');",
  ],
  HookField: [
    "const fields: HookField[] = ['text', 'views', 'creator'];",
    "await hookline.exports.create({ format: 'csv', fields });",
  ],
  HookDetail: [
    "const hook: HookDetail = await hookline.hooks.get('hook_1');",
    'console.log(hook.niche, hook.why.niche);',
  ],
  LabelReason: [
    "const { why } = await hookline.hooks.get('hook_1');",
    "const cues = why.archetype.flatMap((reason: LabelReason) => (reason.kind === 'cue' ? [reason.text] : []));",
  ],
  HookGroup: [
    "const { groups = [] } = await hookline.hooks.list({ group_by: ['archetype', 'platform'], limit: 1 });",
    'const proven = groups.filter((group: HookGroup) => group.count >= 30);',
    'for (const { archetype, platform, median_views } of proven) console.log(archetype, platform, median_views);',
  ],
  SimilarHook: ["const hooks: SimilarHook[] = await hookline.similar({ text: 'Nobody tells you this about money' });"],
  SimilarReason: [
    "const hooks = await hookline.similar({ text: 'Nobody tells you this about money' });",
    "const isShared = (reason: SimilarReason) => reason.kind === 'words';",
    'console.log(hooks.filter(({ similarity }) => similarity.why.some(isShared)).length);',
  ],
  ProvenHook: [
    "const { similar } = await hookline.check({ text: 'Nobody tells you this about money' });",
    'const links = similar.map((hook: ProvenHook) => hook.source_url);',
  ],
  DraftCheck: [
    "const check: DraftCheck = await hookline.check({ text: 'Nobody tells you this about money' });",
    'console.log(check.template, check.standing.n, check.standing.median_views);',
  ],
  DraftLabel: [
    "const { niche } = await hookline.check({ text: 'Nobody tells you this about money' });",
    'const isCertain = ({ confidence }: DraftLabel) => confidence >= 0.8;',
    'console.log(niche.value, isCertain(niche));',
  ],
  DraftObservation: [
    "const { observations } = await hookline.check({ text: 'Nobody tells you this about money' });",
    'const texts = observations.map((observation: DraftObservation) => observation.text);',
  ],
  Template: [
    'const { data } = await hookline.templates({ limit: 5 });',
    "const ofTopics = data.filter((template: Template) => template.slots.includes('topic'));",
  ],
  AdaptedLine: [
    "const lines: AdaptedLine[] = await hookline.adapt({ template: 'I tried [topic] for [time]', slots: { topic: 'naps', time: '30 days' } });",
    'console.log(lines[0]?.text);',
  ],
  QueryInput: [
    "const input: QueryInput = { filters: { ids: ['hook_1', 'hook_2'] }, limit: 100 };",
    'console.log((await hookline.hooks.query({ filters: input.filters })).total);',
  ],
  SimilarInput: [
    "const input: SimilarInput = { text: 'Nobody tells you this about money', filters: { platform: 'TikTok' }, limit: 5 };",
    'console.log((await hookline.similar(input)).length);',
  ],
  SimilarQuery: [
    "const query: SimilarQuery = { platform: 'TikTok', limit: 5 };",
    "console.log((await hookline.hooks.similar('hook_1', query)).length);",
  ],
  CheckInput: [
    "const input: CheckInput = { text: 'Nobody tells you this about money', platform: 'TikTok', niche: 'finance' };",
    'console.log((await hookline.check(input)).top_decile);',
  ],
  TemplateQuery: [
    "const query: TemplateQuery = { slot: 'topic', min_n: 3, sort: '-n' };",
    'console.log((await hookline.templates(query)).total);',
  ],
  AdaptInput: [
    "const input: AdaptInput = { template: 'Stop buying [topic] before you read this.', topic: 'index funds' };",
    'console.log(await hookline.adapt(input));',
  ],
  Export: [
    'const exports = await hookline.exports.list();',
    'const sizes = exports.data.map((record: Export) => record.size_bytes);',
  ],
  ExportSchedule: [
    'const schedules = await hookline.exports.schedules.list();',
    'const times = schedules.map((schedule: ExportSchedule) => schedule.next_run_at);',
  ],
  Collection: [
    'const collections: Collection[] = await hookline.collections.list();',
    'const pages = collections.map((collection) => collection.share_url);',
  ],
  CollectionHook: [
    'const [first] = await hookline.collections.list();',
    'if (first) {',
    '  const { data } = await hookline.collections.get(first.collection_id);',
    "  const retired = data.filter((line: CollectionHook) => line.state === 'retired');",
    '}',
  ],
  SavedHook: [
    'const [first] = await hookline.collections.list();',
    'const { data } = await hookline.hooks.list({ limit: 1 });',
    'if (first && data[0]) {',
    '  const saved: SavedHook = await hookline.collections.save(first.collection_id, data[0].id);',
    '  console.log(saved.position);',
    '}',
  ],
  SavedHooks: [
    'const [first] = await hookline.collections.list();',
    'const { data } = await hookline.hooks.list({ limit: 1 });',
    'if (first && data[0]) {',
    '  const { added, missing }: SavedHooks = await hookline.collections.saveAll(first.collection_id, { ids: [data[0].id] });',
    '  console.log(added, missing);',
    '}',
  ],
  RemovedHooks: [
    'const [first] = await hookline.collections.list();',
    "if (first) console.log((await hookline.collections.remove(first.collection_id, ['hook_1'])) satisfies RemovedHooks);",
  ],
  TrendAlert: [
    'const alerts = await hookline.trendAlerts.list();',
    'const told = alerts.filter((alert: TrendAlert) => alert.last_told_at !== null);',
  ],
  SavedSearch: [
    'const searches = await hookline.searches.list();',
    'const feeds = searches.map((search: SavedSearch) => search.feed_url);',
  ],
  Term: ['const { niche } = await hookline.taxonomy();', 'const names = niche.map((term: Term) => term.name);'],
  Taxonomy: ['const taxonomy: Taxonomy = await hookline.taxonomy();', 'console.log(taxonomy.format.length);'],
  Archetype: ['const archetypes: Archetype[] = await hookline.archetypes();'],
  UsageWindow: [
    'const { windows } = await hookline.usage();',
    'const left = windows.map((window: UsageWindow) => window.remaining);',
  ],
  Usage: ['const usage: Usage = await hookline.usage();', 'console.log(usage.plan);'],
  UsageRecord: [
    "const records: UsageRecord[] = await hookline.usageHistory({ by: ['endpoint'] });",
    'for (const { endpoint, calls } of records) console.log(endpoint, calls);',
  ],
  RequestQuery: [
    "const query: RequestQuery = { status: ['4xx', '5xx'], endpoint: '/hooks' };",
    'for await (const { at, status, path } of hookline.requests.list(query)) console.log(at, status, path);',
  ],
  LoggedRequest: [
    'const { data } = await hookline.requests.list();',
    'const slow = data.filter((call: LoggedRequest) => call.ms > 500);',
  ],
  LoggedRequestDetail: [
    'const { data } = await hookline.requests.list({ status: "4xx" });',
    'const call: LoggedRequestDetail | undefined = data[0] && (await hookline.requests.get(data[0].request_id));',
    'console.log(call?.problem);',
  ],
  Meta: ['const meta: Meta = await hookline.meta();', 'console.log(meta.hooks, meta.updated_at);'],
  Change: [
    'const { data } = await hookline.changes({ since: 0 });',
    'const deleted = data.filter((change: Change) => change.hook === null);',
  ],
  Trend: [
    'const { data } = await hookline.trends();',
    "const rising = data.filter((trend: Trend) => trend.verdict === 'heating');",
  ],
  Problem: [
    'try {',
    "  await hookline.hooks.get('hook_0');",
    '} catch (error) {',
    '  const problem: Problem | undefined = isHooklineError(error) ? error.problem : undefined;',
    '  console.log(problem?.detail);',
    '}',
  ],
  Delivery: [
    'for (const { webhook_id } of await hookline.webhooks.list()) {',
    '  const { data } = await hookline.webhooks.deliveries(webhook_id);',
    "  console.log(data.filter((delivery: Delivery) => delivery.status === 'failed').length);",
    '}',
  ],
  Attempt: [
    'for (const { webhook_id } of await hookline.webhooks.list()) {',
    '  const { delivery_id } = await hookline.webhooks.test(webhook_id);',
    '  const { log } = await hookline.webhooks.delivery(webhook_id, delivery_id);',
    '  console.log(log.map((attempt: Attempt) => attempt.status_code));',
    '}',
  ],
  DeliveryDetail: [
    'for (const { webhook_id } of await hookline.webhooks.list()) {',
    '  const { delivery_id } = await hookline.webhooks.test(webhook_id);',
    '  const detail: DeliveryDetail = await hookline.webhooks.delivery(webhook_id, delivery_id);',
    '  console.log(detail.request_body);',
    '}',
  ],
  Webhook: [
    'const webhooks: Webhook[] = await hookline.webhooks.list();',
    "const paused = webhooks.filter(({ status }) => status === 'paused');",
  ],
  WebhookWithSecret: [
    "const input = { webhook_url: 'https://example.com/hooks' };",
    'const created: WebhookWithSecret = await hookline.webhooks.create(input);',
    'console.log(created.secret);',
    'await hookline.webhooks.delete(created.webhook_id);',
  ],
  Filters: [
    "const filters: Filters = { niche: ['finance', 'career'], min_views: 1_000_000 };",
    'const { total } = await hookline.hooks.list(filters);',
  ],
  HookQuery: ["const query: HookQuery = { q: 'index fund', sort: '-added_at', limit: 10 };", 'console.log(query.q);'],
  RandomQuery: [
    "const query: RandomQuery = { count: 3, seed: 'monday' };",
    'const hooks = await hookline.hooks.random(query);',
  ],
  TrendQuery: [
    "const query: TrendQuery = { by: 'niche', window: '30d' };",
    'const trends = await hookline.trends(query);',
  ],
  ChangeQuery: [
    'const query: ChangeQuery = { since: 0, limit: 1000 };',
    'const { catalogVersion } = await hookline.changes(query);',
  ],
  UsageHistoryQuery: [
    "const query: UsageHistoryQuery = { by: ['day', 'status'], since: '2026-11-01' };",
    'console.log(await hookline.usageHistory(query));',
  ],
  ExportListQuery: [
    'const query: ExportListQuery = { limit: 5 };',
    'const { data } = await hookline.exports.list(query);',
  ],
  DeliveryQuery: [
    "const query: DeliveryQuery = { status: 'failed' };",
    'for (const { webhook_id } of await hookline.webhooks.list())',
    '  console.log((await hookline.webhooks.deliveries(webhook_id, query)).total);',
  ],
  DeliveryLogQuery: [
    'const query: DeliveryLogQuery = { limit: 10 };',
    'for await (const { webhook_id, status } of hookline.webhooks.log(query)) console.log(webhook_id, status);',
  ],
  SampleQuery: [
    "const query: SampleQuery = { niche: 'finance', count: 3 };",
    'console.log((await hookline.webhooks.sample(query)).data.count);',
  ],
  NewExport: [
    "const input: NewExport = { format: 'csv', filters: { niche: 'finance' } };",
    'const { export_id } = await hookline.exports.create(input);',
  ],
  NewExportSchedule: [
    "const input: NewExportSchedule = { format: 'csv', day: 'monday', hour: 6 };",
    'const { schedule_id } = await hookline.exports.schedules.create(input);',
    'await hookline.exports.schedules.delete(schedule_id);',
  ],
  ExportScheduleUpdate: [
    "const update: ExportScheduleUpdate = { hour: 7, timezone: 'America/New_York' };",
    'for (const { schedule_id } of await hookline.exports.schedules.list())',
    '  await hookline.exports.schedules.update(schedule_id, update);',
  ],
  TestDigest: [
    'const [search] = await hookline.searches.list();',
    'if (search) {',
    '  const { email }: TestDigest = await hookline.searches.testDigest(search.search_id);',
    '  console.log(email);',
    '}',
  ],
  NewSearch: [
    "const input: NewSearch = { name: 'Finance over 10M', filters: { niche: 'finance', min_views: 10_000_000 } };",
    'const { search_id } = await hookline.searches.create(input);',
    'await hookline.searches.delete(search_id);',
  ],
  SearchUpdate: [
    "const update: SearchUpdate = { filters: { niche: 'business' } };",
    'for (const { search_id } of await hookline.searches.list()) await hookline.searches.update(search_id, update);',
  ],
  NewCollection: [
    "const input: NewCollection = { name: 'Openers for spring' };",
    'const { collection_id } = await hookline.collections.create(input);',
    'await hookline.collections.delete(collection_id);',
  ],
  CollectionUpdate: [
    "const update: CollectionUpdate = { description: 'For the agency' };",
    'for (const { collection_id } of await hookline.collections.list())',
    '  await hookline.collections.update(collection_id, update);',
  ],
  CollectionPageQuery: [
    'const query: CollectionPageQuery = { limit: 100 };',
    'const [first] = await hookline.collections.list();',
    'if (first) console.log((await hookline.collections.get(first.collection_id, query)).data.length);',
  ],
  ShareInput: [
    'const input: ShareInput = { indexable: false };',
    'const [first] = await hookline.collections.list();',
    'if (first) console.log((await hookline.collections.share(first.collection_id, input)).share_url);',
  ],
  SavedHookUpdate: [
    "const place: SavedHookUpdate = { note: 'Second cut', position: 1 };",
    "for (const { collection_id } of await hookline.collections.list({ hook: 'hook_1' }))",
    "  await hookline.collections.save(collection_id, 'hook_1', place);",
  ],
  SavedHooksInput: [
    'const { data } = await hookline.hooks.list({ limit: 3 });',
    "const input: SavedHooksInput = { ids: data.map(({ id }) => id), tags: ['spring'] };",
    'for (const { collection_id } of await hookline.collections.list()) await hookline.collections.saveAll(collection_id, input);',
  ],
  NewTrendAlert: [
    "const input: NewTrendAlert = { by: 'archetype', filters: { niche: 'finance' }, verdicts: ['heating', 'cooling'] };",
    'const { alert_id } = await hookline.trendAlerts.create(input);',
    'await hookline.trendAlerts.delete(alert_id);',
  ],
  TrendAlertUpdate: [
    "const update: TrendAlertUpdate = { status: 'paused' };",
    'for (const { alert_id } of await hookline.trendAlerts.list()) await hookline.trendAlerts.update(alert_id, update);',
  ],
  NewWebhook: [
    "const input: NewWebhook = { webhook_url: 'https://example.com/hooks', filters: { niche: 'finance' } };",
    'const { webhook_id } = await hookline.webhooks.create(input);',
    'await hookline.webhooks.delete(webhook_id);',
  ],
  WebhookUpdate: [
    "const update: WebhookUpdate = { description: 'Newsroom' };",
    'for (const { webhook_id } of await hookline.webhooks.list()) await hookline.webhooks.update(webhook_id, update);',
  ],
  ResumeInput: [
    "const input: ResumeInput = { backlog: 'skip' };",
    'for (const { webhook_id } of await hookline.webhooks.list()) await hookline.webhooks.resume(webhook_id, input);',
  ],
  ReplayInput: [
    'const input: ReplayInput = { since: new Date(Date.now() - 3_600_000).toISOString() };',
    'for (const { webhook_id } of await hookline.webhooks.list())',
    '  console.log((await hookline.webhooks.replay(webhook_id, input)).length);',
  ],
};
