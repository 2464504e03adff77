// The catalog in the real service, compared with SQL. Lists of hooks: fields, filters, sorts, paging, facets, groups, forms and random
// draws. Drafts compared with published hooks: POST /check, similar hooks, templates and POST /adapt.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { DraftCheck } from '../../src/catalog/check/check-schema.ts';
import { fullHookFields, fullHookSchema, hookFields } from '../../src/catalog/record.ts';
import { traits } from '../../src/catalog/snapshot/filter-columns.ts';
import { splitWords } from '../../src/catalog/snapshot/vocabulary.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { demoCheckEndpoints } from '../../src/http/endpoints/catalog/similar.ts';
import type { Services } from '../../src/http/services.ts';
import { requiredLabels } from '../../src/labels/label.ts';
import { defined } from '../setup/defined.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let key: string;
let client: pg.Client;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  key = (await service.account('enterprise')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const lines = [...catalogLines(), ...draftLines(), ...breadLines, ...templateLines];
  const { report } = await service.import(lines.join('\n'), importQuery);
  size = lines.length;
  assert.equal(report.added, size, JSON.stringify(report));
});

after(async () => {
  await client.end();
  await service.close();
});

const importQuery = 'preset=hookline&format=jsonl&source=lists';
let size: number;
const texts = [
  'Don’t save money, “invest” it',
  '=SUM(A1) is what I typed, then this',
  'He said: "three years ago, I had nothing"',
  'Le café où l’on gagne',
  '如何在家赚钱',
  'Three years of saving',
  'My story began long ago',
];

/** Every tenth line repeats the previous one on another platform. */
function catalogLines(): string[] {
  const any = <T>(values: readonly T[], at: number) => values[at % values.length];
  const known = <T>(every: number, at: number, value: T) => (at % every === 0 ? value : undefined);
  const lines = Array.from({ length: 240 }, (_, at) => {
    const number = at % 10 === 9 ? at - 1 : at;
    return JSON.stringify({
      text: `${any(texts, number)} ${number}`,
      views: 100_000 + 1009 * ((at * 37) % 240),
      platform: any(['TikTok', 'YouTube', 'Reels'], at),
      archetype: any(['question', 'question', 'bold_claim', 'how_to'], at),
      emotional_trigger: any(['fear', 'curiosity'], at),
      niche: any(['finance', 'business', 'lifestyle', 'food', 'finance'], at),
      language: any(['en', 'fr', 'zh', 'en', 'fr', 'en-GB'], at),
      format: any(['vlog', 'skit', undefined], at),
      id: `line-${at}`,
      creator: known(3, at, at % 2 ? '@AnnMoney' : 'Bob, the cook'),
      source_url: known(4, at, `https://www.youtube.com/watch?v=${String(at).padStart(11, 'x')}`),
      published_at: known(5, at, new Date(Date.UTC(2026, 0, 1 + at, 12)).toISOString()),
      likes: known(3, at, at * 10),
      comments: known(3, at, at),
      shares: known(4, at, 2 ** 33 + at),
      duration_seconds: known(2, at, at + 0.5),
      views_captured_at: '2026-10-01T00:00:00Z',
    });
  });
  const most = { views: Number.MAX_SAFE_INTEGER, platform: 'YouTube', archetype: 'bold_claim' };
  const exact = { views: 2_454_917_057, platform: 'YouTube', niche: 'food' };
  return [
    ...lines,
    early(hookLine('Nobody beats this many views', most)),
    early(hookLine('Café au lait, "quoted" \u2028 and 😀', exact)),
  ];
}

const get = (path: string, headers: Record<string, string> = {}) => service.get(path, key, headers);
const post = (body: unknown, path = '/hooks/query', headers: Record<string, string> = {}) =>
  service.send('POST', path, key, { body, headers });
const idsOf = (data: { id: string }[]) => data.map(({ id }) => id);

async function selectIds(rest: string): Promise<string[]> {
  const { rows } = await client.query(`select id from hooks ${rest}`);
  return rows.map(({ id }) => `hook_${id}`);
}

/** Returns the ids of all pages. */
async function walk(path: string, between: (page: number) => Promise<unknown> = async () => {}): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = '', page = 0; ; page++) {
    const { status, body } = await get(`${path}${cursor && `&cursor=${cursor}`}`);
    assert.equal(status, 200, JSON.stringify(body));
    ids.push(...idsOf(body.data));
    if (!body.next_cursor) return ids;
    cursor = body.next_cursor;
    await between(page);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
function withoutTime({ body }: Answer): any {
  const { timestamp, ...rest } = body;
  assert.match(timestamp, /Z$/);
  return rest;
}

test('a list has the envelope and the seven fields in order, and exact texts and views', async () => {
  const { status, body, headers } = await get('/hooks');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['success', 'data', 'count', 'timestamp', 'total', 'next_cursor']);
  assert.deepEqual([body.success, body.count, body.data.length, body.total], [true, 20, 20, size]);
  assert.deepEqual(Object.keys(body.data[0]), hookFields);
  assert.equal(body.data[0].views, Number.MAX_SAFE_INTEGER);
  assert.match(headers.get('x-request-id') ?? '', /^req_/);
  assert.match(headers.get('link') ?? '', /rel="next"/);
  const [found] = (await get('/hooks?q=cafe+au+lait')).body.data;
  assert.deepEqual([found.text, found.views], ['Café au lait, "quoted" and 😀', 2_454_917_057]);
  const { body: some } = await get('/hooks?fields=views,id');
  assert.deepEqual(Object.keys(some.data[0]), ['id', 'views']);
});

test('a full hook has every field of the schema, in lists and alone', async () => {
  const { body } = await get('/hooks/full?limit=100');
  assert.deepEqual(Object.keys(body.data[0]), fullHookFields);
  for (const hook of body.data) fullHookSchema.parse(hook);
  const { why, ...hook } = (await get(`/hooks/${body.data[1].id}`)).body.data;
  assert.deepEqual([hook, Object.keys(why)], [body.data[1], requiredLabels]);
});

test('every sort lists unknown numbers last, and its cursors reach every hook once', async () => {
  const orders = {
    '-views': 'views desc, id',
    views: 'views, id desc',
    '-likes': 'likes desc nulls last, id',
    likes: 'likes nulls last, id desc',
    '-published_at': 'published_at desc nulls last, id',
    duration: 'duration_seconds nulls last, id desc',
  };
  const known = { likes: 80, published_at: 48, duration: 120 };
  for (const [sort, order] of Object.entries(orders)) {
    const [found, expected] = [await walk(`/hooks?limit=100&sort=${sort}`), await selectIds(`order by ${order}`)];
    const count = known[sort.replace('-', '') as keyof typeof known] ?? size;
    assert.deepEqual(found.slice(0, count), expected.slice(0, count), sort);
    assert.deepEqual(found.toSorted(), expected.toSorted(), sort);
  }
  for (const query of ['sort=added_at', 'sort=-added_at'])
    assert.equal(new Set(await walk(`/hooks?limit=100&${query}`)).size, size);
  const matches = await walk('/hooks?q=moneey%20inv&limit=9');
  assert.deepEqual(matches.toSorted(), (await selectIds("where text ~* 'invest'")).toSorted());
});

test('the cursor of another query is refused; a GET cursor is valid for the same query by POST', async () => {
  const { body: first } = await get('/hooks?niche=finance&sort=views&limit=5');
  const cursor = first.next_cursor;
  const second = await post({ filters: { niche: 'Finance' }, sort: 'views', limit: 5, cursor });
  assert.deepEqual(
    withoutTime(second),
    withoutTime(await get(`/hooks?niche=finance&sort=views&limit=5&cursor=${cursor}`)),
  );
  assert.equal((await get(`/hooks?niche=finance&sort=views&limit=5&cursor=${second.body.next_cursor}`)).status, 200);
  for (const other of [
    await get(`/hooks?niche=food&sort=views&cursor=${cursor}`),
    await post({ filters: { niche: 'food' }, sort: 'views', cursor }),
  ])
    assert.deepEqual([other.status, other.body.code], [400, 'invalid_cursor']);
});

/** Filters as JSON, each with its SQL condition. */
const filterCases: readonly (readonly [Record<string, unknown>, string])[] = [
  [
    { niche: ['Food', 'BUSINESS'], min_views: 120_000, max_views: 230_000 },
    "niche in ('food', 'business') and views between 120000 and 230000",
  ],
  [{ platform: ['shorts'], emotion: ['curiosity'] }, "platform = 'YouTube' and emotional_trigger = 'curiosity'"],
  [{ niche: ['-finance', '-food'] }, "niche not in ('finance', 'food')"],
  [{ niche: ['food', 'business', '-food'] }, "niche = 'business'"],
  [{ archetype: ['-Question'], format: ['-vlog'] }, "archetype <> 'question' and format is distinct from 'vlog'"],
  [{ language: ['en', '-en-gb'] }, "language in ('en', 'en-US')"],
  [{ creator: ['annmoney'] }, "creator in ('AnnMoney', '@AnnMoney')"],
  [{ creator: ['-@ANNMONEY'] }, "creator is null or creator not in ('AnnMoney', '@AnnMoney')"],
  [{ source_url: 'https://youtu.be/xxxxxxxxxx8?si=1' }, "source_url like '%xxxxxxxxxx8'"],
  [{ min_likes: 100, max_likes: 300 }, 'likes between 100 and 300'],
  [{ max_comments: 9 }, 'comments <= 9'],
  [{ min_shares: 2 ** 33 + 20 }, `shares >= ${2 ** 33 + 20}`],
  [{ min_duration_seconds: 11, max_duration_seconds: 20 }, 'duration_seconds between 11 and 20'],
  [{ max_word_count: 5 }, 'word_count <= 5'],
  [
    { published_since: '2026-01-11', published_until: '2026-01-21' },
    "published_at >= '2026-01-11Z' and published_at < '2026-01-22Z'",
  ],
  [{ added_until: '2001-01-01' }, 'false'],
  [
    { has: ['creator', 'duration', '-shares'] },
    'creator is not null and duration_seconds is not null and shares is null',
  ],
  [{ sample: false }, 'not sample'],
  [{ labels_method: ['given'], min_confidence: 0.5 }, "label_method = 'given' and label_confidence >= 0.5"],
  [{ labels_method: ['-given'] }, "label_method <> 'given'"],
  [{ template: 'Three years of saving [number]' }, "lower(template) = 'three years of saving [number]'"],
  [{ q: '"years ago"' }, "text ~* '\\myears ago\\M'"],
  [{ q: '-money' }, "text !~* '\\mmoney\\M'"],
  [{ q: '"ago" -"three years"' }, "text ~* '\\mago\\M' and text !~* '\\mthree years\\M'"],
];

test('every filter finds the same hooks as SQL, in lists, in a body and in exports', async () => {
  for (const [filters, where] of filterCases) {
    const expected = await selectIds(`where ${where} order by views desc, id`);
    const query = new URLSearchParams({ sort: '-views', limit: '100' });
    for (const [name, value] of Object.entries(filters))
      for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
    const { status, body } = await get(`/hooks?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([idsOf(body.data), body.total], [expected.slice(0, 100), expected.length], where);
    assert.deepEqual(
      withoutTime(await post({ filters, sort: '-views', limit: 100 })),
      withoutTime({ body } as Answer),
      where,
    );
  }
  const [filters, where] = filterCases[0] ?? assert.fail();
  const { body: exported } = await service.send('POST', '/export', key, { body: { format: 'jsonl', filters } });
  assert.equal(exported.estimated_records, (await selectIds(`where ${where}`)).length);
  const [one, two] = await selectIds("where niche <> 'finance' order by id limit 2");
  assert.deepEqual(
    idsOf((await get(`/hooks?ids=${one},${two},hook_999999`)).body.data).toSorted(),
    [one, two].toSorted(),
  );
  assert.deepEqual((await get(`/hooks?ids=${one},${two}&niche=finance`)).body.data, []);
});

test('facets count the results of each value', async () => {
  const { body } = await get('/hooks?niche=food&facets=niche,platform');
  for (const niche of ['finance', 'food', 'business'])
    assert.equal(body.facets.niche[niche], (await get(`/hooks?niche=${niche}`)).body.total);
  assert.equal(body.facets.platform.TikTok, (await get('/hooks?niche=food&platform=TikTok')).body.total);
});

test('group_by gives the count, median and 90th percentile that SQL computes', async () => {
  const cases: { by: string[]; query: string; where: string; isDistinct?: boolean }[] = [
    { by: ['archetype'], query: '', where: 'true' },
    { by: ['format'], query: '&niche=finance&has=format', where: "niche = 'finance' and format is not null" },
    { by: ['niche', 'emotional_trigger'], query: '&platform=-Reels', where: "platform <> 'Reels'" },
    { by: ['platform'], query: '&distinct=text&sort=views', where: 'true', isDistinct: true },
    { by: ['niche'], query: '&ids=hook_999999999', where: 'false' },
  ];
  for (const { by, query, where, isDistinct = false } of cases) {
    const direction = query.includes('sort=views') ? 'asc' : 'desc';
    const hooks = isDistinct
      ? `(select distinct on (text_group) * from hooks where ${where} order by text_group, views ${direction}, id)`
      : `(select * from hooks where ${where})`;
    const { rows } = await client.query(
      `select ${by.join()}, count(*)::int as count,
         round(percentile_cont(0.5) within group (order by views)::numeric)::float8 as median_views,
         round(percentile_cont(0.9) within group (order by views)::numeric)::float8 as p90_views
       from ${hooks} as chosen group by ${by.join()} order by count(*) desc, max(views) desc`,
    );
    const { body } = await get(`/hooks?limit=1&group_by=${by.join()}${query}`);
    assert.deepEqual(body.groups, rows, `${by} ${query}`);
    assert.equal(body.groups_total, rows.length);
    assert.equal(
      body.groups.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      body.total,
    );
  }
});

test('CSV and JSON Lines have the same hooks as JSON, and total, cursor and link in headers; HEAD has the headers', async () => {
  for (const path of ['/hooks?niche=finance&limit=40', '/hooks/full?q=years&limit=40&fields=id,labels,text']) {
    const json = await get(path);
    const [csv, jsonl] = [await get(`${path}&output=csv`), await get(`${path}&output=jsonl`)];
    const hooks = json.body.data.map((hook: unknown) => `${JSON.stringify(hook)}\n`).join('');
    assert.deepEqual([jsonl.body, jsonl.headers.get('content-type')], [hooks, 'application/x-ndjson; charset=utf-8']);
    assert.deepEqual(csv.body.match(/hook_\d+/g), idsOf(json.body.data));
    for (const { headers } of [csv, jsonl]) {
      assert.equal(headers.get('x-total-count'), String(json.body.total));
      assert.equal(headers.get('x-next-cursor'), json.body.next_cursor);
    }
    assert.equal(new Set([json, csv, jsonl].map(({ headers }) => headers.get('etag'))).size, 3);
    const head = await service.send('HEAD', `${path}&output=csv`, key);
    assert.deepEqual([head.status, head.body], [200, '']);
    for (const name of ['content-type', 'etag', 'link', 'x-total-count', 'x-next-cursor'])
      assert.equal(head.headers.get(name), csv.headers.get(name), name);
  }
  assert.equal((await get('/hooks?fields=text,id&limit=1&output=csv&q=nothing+like+it')).body, 'id,text\r\n');
  const ids: string[] = [];
  for (let next: string | undefined = '/hooks?limit=100&fields=id&output=csv'; next; ) {
    const { headers, body } = await get(next);
    ids.push(...body.match(/hook_\d+/g));
    next = headers.get('link')?.match(/<https?:\/\/[^/]+([^>]+)>; rel="next"/)?.[1];
  }
  assert.equal(new Set(ids).size, size, 'the links lead through the list as CSV');
});

test('POST /hooks/query returns the same as GET for the same query', async () => {
  const pairs: [string, object][] = [
    ['', {}],
    ['q=years&highlight=true&limit=3', { filters: { q: 'years' }, highlight: true, limit: 3 }],
    ['emotion=fear&facets=niche,emotion', { filters: { emotion: 'fear' }, facets: ['niche', 'emotion'] }],
    ['sort=-likes&fields=id,views&has=likes', { sort: '-likes', fields: ['id', 'views'], filters: { has: 'likes' } }],
  ];
  for (const [query, body] of pairs) {
    assert.deepEqual(withoutTime(await post(body)), withoutTime(await get(`/hooks?${query}`)), query);
    const full = await post(body, '/hooks/full/query');
    assert.deepEqual(withoutTime(full), withoutTime(await get(`/hooks/full?${query}`)), query);
    assert.equal(full.headers.get('link'), null);
  }
  const expected = (await get('/hooks?limit=2&output=csv')).body;
  assert.equal((await post({ limit: 2, output: 'csv' })).body, expected);
  assert.equal((await post({ limit: 2 }, '/hooks/query', { accept: 'text/csv' })).body, expected);
});

test('a query in a body takes 1,000 ids, has an ETag, and counts as one call, or none if nothing changed', async () => {
  const { key: counted } = await service.account('starter');
  const used = async () => (await service.get('/usage', counted)).body.data.windows?.[0]?.used;
  const { body: all } = await get('/hooks?limit=100&fields=id');
  const ids = [...idsOf(all.data), ...Array.from({ length: 900 }, (_, at) => `hook_${9e6 + at}`)];
  const send = (headers: Record<string, string> = {}, body: object = { filters: { ids }, limit: 100 }) =>
    service.send('POST', '/hooks/query', counted, { body, headers });
  const found = await send();
  assert.deepEqual([found.status, found.body.total], [200, 100]);
  const known = { 'if-none-match': found.headers.get('etag') ?? '' };
  assert.equal((await send(known)).status, 304);
  assert.equal((await send(known, { limit: 100, filters: { ids: ids.toReversed() } })).status, 304);
  assert.equal((await send(known, { filters: { ids } })).status, 200);
  assert.equal(await used(), 2);
  const tooMany = await post({ filters: { ids: [...ids, 'hook_1'] } });
  assert.deepEqual([tooMany.status, tooMany.body.errors[0].pointer], [422, '#/filters/ids']);
});

const manyIds = Array.from({ length: 101 }, (_, n) => `hook_${n + 1}`);

test('errors in a query or a body are named, with the nearest known value', async () => {
  const wrong: [query: string, parameter: string, detail: RegExp, suggestion?: string][] = [
    ['niche=finace', 'niche', /finace is not a known niche/, 'finance'],
    ['nich=finance', 'nich', /not a parameter/, 'niche'],
    ['limit=0', 'limit', /from 1 to 100/],
    ['sort=-like', 'sort', /`sort` must be one of/, '-likes'],
    ['sort=relevance&q=-money', 'sort', /needs q with a word or a phrase/],
    ['q=%ff', 'q=%ff', /./],
    ['q=!!!', 'q', /letter or digit/],
    [`ids=${manyIds}`, 'ids', /at most 100 .*POST \/hooks\/query/],
    ['added_since=2026-02-30', 'added_since', /ISO 8601/],
    ['niche=-', 'niche', /`niche` has a `-` without a value/],
    ['output=csv&facets=niche', 'facets', /needs JSON/],
    ['group_by=niche,platform,format,language', 'group_by', /at most 3/],
  ];
  for (const [query, parameter, detail, suggestion] of wrong) {
    const { status, headers, body } = await get(`/hooks?${query}`, { accept: 'text/csv' });
    const found = [status, body.code, body.success, body.errors[0].parameter, body.errors[0].did_you_mean];
    assert.deepEqual(found, [400, 'invalid_parameter', false, parameter, suggestion], query);
    assert.match(body.errors[0].detail, detail, query);
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  assert.equal((await get('/hooks?cursor=garbage')).body.code, 'invalid_cursor');
  assert.equal((await get('/hooks?facets=niche', { accept: 'text/csv' })).body.errors[0].parameter, 'facets');
  assert.equal((await get('/hooks/random?diverse=nich')).body.errors[0].did_you_mean, 'niche');
  const bodies: [body: object, pointer: string, suggestion?: string][] = [
    [{ filters: { nich: 'finance' } }, '#/filters/nich', 'niche'],
    [{ sort: 'relevance' }, '#/sort'],
    [{ output: 'csv', facets: ['niche'] }, '#/facets'],
    [[], '#/'],
  ];
  for (const [body, pointer, suggestion] of bodies) {
    const answer = await post(body);
    const [fault] = answer.body.errors;
    assert.deepEqual([answer.status, answer.body.code, fault.pointer], [422, 'invalid_body', pointer]);
    if (suggestion) assert.equal(fault.did_you_mean, suggestion);
  }
});

test('random hooks do not repeat, come in every format, are reproducible by seed, and are never cached', async () => {
  const { body } = await get('/hooks/random?count=100&seed=x');
  assert.equal(new Set(idsOf(body.data)).size, 100);
  assert.deepEqual((await get('/hooks/random?count=100&seed=x')).body.data, body.data);
  assert.notDeepEqual((await get('/hooks/random?count=100')).body.data, body.data);
  const { body: three } = await get('/hooks/random?seed=x&count=3');
  const csv = await get('/hooks/random?seed=x&count=3&output=csv');
  const jsonl = await get('/hooks/random?seed=x&count=3', { accept: 'application/jsonl' });
  assert.deepEqual(csv.body.match(/hook_\d+/g), idsOf(three.data));
  assert.equal(jsonl.body, three.data.map((hook: unknown) => `${JSON.stringify(hook)}\n`).join(''));
  for (const { headers } of [csv, jsonl])
    assert.deepEqual(
      ['cache-control', 'x-total-count', 'etag'].map((name) => headers.get(name)),
      ['no-store', String(size), null],
    );
});

const archetypes = ['negative_command', 'how_to', 'question', 'story', 'bold_claim'];
const subjects = ['squats', 'your abs', 'my first marathon', 'protein', 'sleep', 'push-ups', 'the gym', 'us runners'];
const english = 'Stop,How,Never,I tried,Why,This is what,3 things about,“Don’t,Forget,We did'.split(',');
const spanish = ['Nunca hagas esto con', 'Cómo empezar con', 'Por qué lo dejo todo por', '3 cosas que no sabes de'];
const endings = ['', '?', ' in 30 days', '!', ', you said', ' — 100 % honest', ' and it was mine'];
const digits = ['zero', 'one', 'two', 'six', 'ten', 'red', 'blue', 'grey', 'pink', 'gold'];

/** 800 of fitness, 300 of finance and 100 of food, with ties of views, in three languages, first seen over 20 days. */
function draftLines(): string[] {
  const of = <T>(values: readonly T[], n: number) => values[n % values.length];
  /** Makes texts different without digits. */
  const inWords = (n: number) => [...String(n)].map((digit) => digits[Number(digit)]).join(' ');
  return Array.from({ length: 1200 }, (_, n) => {
    const mixed = (n * 7919) % 1201;
    const isSpanish = n % 10 > 6;
    return JSON.stringify({
      text: `${of(isSpanish ? spanish : english, mixed)} ${of(subjects, n)} take ${inWords(n)}${of(endings, mixed)}`,
      views: 100_000 + ((mixed * mixed) % 977) * 1000,
      views_captured_at: new Date(Date.UTC(2026, 9, 1) + (n % 480) * 3_600_000).toISOString(),
      platform: n % 8 < 6 ? 'TikTok' : 'YouTube',
      archetype: of(archetypes, n % 3 ? n : 0),
      emotional_trigger: 'curiosity',
      niche: n < 800 ? 'fitness' : n < 1100 ? 'finance' : 'food',
      format: 'vlog',
      language: isSpanish ? 'es' : n % 4 ? 'en' : 'en-US',
      source_id: `c${n}`,
      source_url: n % 2 ? `https://example.com/videos/${n}` : undefined,
    });
  });
}

const bread = [
  'Rye bread needs patience and a hot oven',
  'Rye bread needs patience and a cold oven',
  'My rye bread needs a hot oven',
] as const;
/** These hooks were seen before the trends of the drafts begin. */
const early = (line: string, more: object = {}) =>
  JSON.stringify({ ...JSON.parse(line), views_captured_at: '2026-10-01T00:00:00Z', ...more });
const breadLines = [
  hookLine(bread[0], { views: 900_000 }),
  hookLine(bread[1], { views: 800_000, niche: 'food' }),
  hookLine(bread[2], { views: 700_000, archetype: 'story' }),
  hookLine('Nobody saw this coming'),
].map((line) => early(line));

const products = ['index funds', 'protein powder', 'skincare', 'crypto', 'coffee', 'headphones', 'sneakers'];
/** These hooks have their own platform, by which tests filter. */
const templateHook = (text: string, views: number, more: object = {}) =>
  early(hookLine(text, { views, platform: 'LinkedIn', archetype: 'negative_command', id: text }), more);
const templateLines = [
  ...products.map((product, n) =>
    templateHook(`Stop buying ${product} before you read this${n % 2 ? '!' : '.'}`, 200_000 + n * 100_000),
  ),
  templateHook('The truth about crypto nobody admits', 5_000_000, { archetype: 'insider_secret', niche: 'business' }),
  templateHook('The truth about skincare nobody admits', 3_000_000, { archetype: 'insider_secret' }),
  // There are too few words next to the slot.
  templateHook('this is Rome', 2_000_000),
  templateHook('this is Oslo', 2_000_000),
  // One creator alone is not enough evidence.
  templateHook('I tried 3 diets so you never have to', 9_000_000, { creator: 'same' }),
  templateHook('I tried 5 diets so you never have to', 9_000_000, { creator: '@Same' }),
  // A template from the source stays unchanged.
  templateHook('Stop buying watches before you read this.', 100_000, {
    template: 'Stop buying [thing] before you read this.',
  }),
  templateHook('My 3 rules for a $500 lunch in 2026', 150_000),
  templateHook('At 6 p.m., my 3 rules for a $500 lunch in 2026', 140_000),
];

async function one(sql: string, values: readonly unknown[] = []) {
  const { rows } = await client.query(sql, [...values]);
  return rows[0];
}
const idOf = async (text: string) => `hook_${(await one('select id from hooks where text = $1', [text])).id}`;
const send = (path: string, body: unknown) => service.send('POST', path, key, { body });
const textsOf = (data: { text: string }[]) => data.map(({ text }) => text);

const check = async (body: object): Promise<DraftCheck> => {
  const answer = await send('/check', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
};

const drafts = [
  { text: 'Stop doing crunches if you want abs', niche: 'fitness', platform: 'TikTok' },
  { text: 'Stop doing crunches if you want abs' },
  { text: 'How to lose 10 kg without the gym', platform: 'youtube' },
  { text: 'Why is your squat not growing?', niche: 'finance', platform: 'TikTok', language: 'en-GB' },
  { text: 'Nunca hagas abdominales si quieres perder grasa', niche: 'gym' },
  { text: '3', niche: 'food' },
];

const inScope = ({ niche, platform }: { niche: string | null; platform: string | null }) => ({
  sql: `state = 'published' and ($1::text is null or niche = $1) and ($2::text is null or platform = $2)`,
  values: [niche, platform],
});

test('the figures of the standing equal SQL; with fewer than 30 hooks they are null and the next wider group is added', async () => {
  for (const draft of drafts) {
    const { standing } = await check(draft);
    for (const figures of [standing, ...(standing.wider ? [standing.wider] : [])]) {
      const { sql, values } = inScope(figures);
      const found = await one(
        `select count(*)::int as n, round(percentile_cont(0.5) within group (order by views)::numeric)::int as median_views,
          round(percentile_cont(0.25) within group (order by views)::numeric)::int as p25_views,
          round(percentile_cont(0.75) within group (order by views)::numeric)::int as p75_views
        from hooks where ${sql} and archetype = $3`,
        [...values, figures.archetype],
      );
      const { n, median_views, p25_views, p75_views } = figures;
      const isEnough = found.n >= 30;
      assert.equal(figures.verdict, isEnough ? undefined : 'insufficient_data');
      const expected = isEnough ? found : { n: found.n, median_views: null, p25_views: null, p75_views: null };
      assert.deepEqual({ n, median_views, p25_views, p75_views }, expected, JSON.stringify(figures));
    }
  }
  const { standing } = await check({ text: 'Stop cooking rice like that', niche: 'food', platform: 'YouTube' });
  assert.deepEqual([standing.archetype, standing.niche, standing.platform], ['negative_command', 'food', 'YouTube']);
  assert.deepEqual(
    [standing.verdict, standing.wider?.niche, standing.wider?.platform],
    ['insufficient_data', 'food', null],
  );
  assert.equal((await check({ text: 'Stop doing crunches', niche: 'fitness' })).standing.wider, null);
});

test('`rising` equals the result of GET /trends', async () => {
  const { data, from, until: end } = (await service.get('/trends?window=7d', key)).body;
  let compared = 0;
  for (const draft of drafts) {
    const { rising } = await check(draft);
    const trend = data.find(({ value }: { value: string }) => value === rising.archetype);
    if (!trend) {
      assert.equal(rising.verdict, 'insufficient_data');
      continue;
    }
    compared += 1;
    assert.deepEqual(
      [rising.verdict, rising.hooks_added, rising.n, rising.share, rising.share_before, rising.from, rising.until],
      [trend.verdict, trend.hooks_added, trend.n, trend.share, trend.share_before, from, end],
    );
  }
  assert.ok(compared > 1, `${compared}`);
});

test('every comparison, its share and its n equal the result of SQL', async () => {
  const kinds = new Set<string>();
  for (const draft of drafts) {
    const { top_decile: top, compared, language, word_count } = await check(draft);
    assert.ok(top);
    const { sql, values } = inScope(top);
    const scope = `select * from hooks where ${sql} and ($3::text is null or language = $3 or language like $3 || '-%')`;
    const scoped = [...values, top.language];
    const decile = `(${scope} order by views desc, id limit (select ceil(count(*) / 10.0) from (${scope}) counted))`;
    const size = await one(
      `select count(*)::int as n, min(views)::int as min_views, (select count(*)::int from (${scope}) counted) as all,
        round(percentile_cont(0.5) within group (order by word_count)::numeric)::int as median from ${decile} top`,
      scoped,
    );
    assert.deepEqual([top.n, top.min_views, top.all], [size.n, size.min_views, size.all]);
    for (const { kind, ...observation } of compared) {
      kinds.add(kind);
      assert.equal(observation.n, size.n);
      if (kind === 'word_count') {
        assert.deepEqual([observation.value, word_count], [size.median, splitWords(draft.text).length]);
        continue;
      }
      const found = await one(
        `select (select round(avg((text ~ $4)::int), 4)::float from ${decile} top) as share,
          (select round(avg((text ~ $4)::int), 4)::float from (${scope}) counted) as of_all, $5::text ~ $4 as draft`,
        [...scoped, traits.find((trait) => trait.kind === kind)?.pattern, draft.text],
      );
      assert.deepEqual([observation.share, observation.share_of_all, observation.draft], Object.values(found), kind);
    }
    const expected = traits.filter(({ isEnglish }) => !isEnglish || language.value?.startsWith('en')).length + 1;
    assert.equal(compared.length, expected, draft.text);
  }
  assert.equal(kinds.size, traits.length + 1);
});

test('labels in a request are used as given, and a guess with low confidence is not used for comparison', async () => {
  const given = await check({ text: 'Stop doing crunches', niche: 'Personal finance', language: 'en_us' });
  const niche = { value: 'finance', confidence: 1, method: 'given', alternatives: [], why: [] };
  assert.deepEqual([given.niche, given.language.value], [niche, 'en-US']);
  const unsure = await check({ text: 'Nobody tells you this' });
  assert.ok(unsure.niche.confidence < 0.5);
  assert.deepEqual([unsure.standing.niche, unsure.top_decile?.niche], [null, null]);
});

test('the line of a published hook gets the labels of the hook, also for its figures; labels in the request are kept', async () => {
  const { id, text, ...labels } = await one(
    "select id, text, archetype, emotional_trigger, niche from hooks where archetype = 'bold_claim' and niche = 'food' and source_url like 'https://example.com/%' limit 1",
  );
  const valuesOf = ({ archetype, emotional_trigger, niche }: DraftCheck) => ({
    archetype: archetype.value,
    emotional_trigger: emotional_trigger.value,
    niche: niche.value,
  });
  for (const line of [text, ` ${text.toUpperCase()}!! `]) {
    const done = await check({ text: line });
    assert.deepEqual([done.published, valuesOf(done)], [`hook_${id}`, labels]);
    assert.deepEqual(done.archetype.why, [{ kind: 'line', id: `hook_${id}`, text, similarity: 1 }]);
    assert.deepEqual([done.standing.archetype, done.standing.niche], ['bold_claim', 'food']);
  }
  assert.deepEqual(valuesOf(await check({ text, niche: 'finance' })), { ...labels, niche: 'finance' });
  assert.equal((await check({ text: `${text} today` })).published, null);
});

test('POST /demo/check needs no key, takes only the text, and is limited to five a minute and a number a day', async () => {
  const demo = (body: object, ip = '203.0.113.7') =>
    service.send('POST', '/demo/check', undefined, { body, headers: { 'x-forwarded-for': ip } });
  const { text } = defined(drafts[0]);
  const { status, body } = await demo({ text });
  assert.equal(status, 200);
  const { language, rising, similar, ...whole } = await check({ text });
  assert.deepEqual(body.data, { ...whole, similar: similar.slice(0, 5) });
  assert.equal((await demo({ text, niche: 'fitness' })).status, 422);
  for (let n = 0; n < 3; n++) assert.equal((await demo({ text })).status, 200);
  const refused = await demo({ text });
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.equal((await demo({ text }, '203.0.113.8')).status, 200);

  const limits = { ...defaultLimits, demoChecksPerDay: 3 };
  const [daily] = demoCheckEndpoints({ limits } as Services);
  for (let n = 0; n < 3; n++) daily?.onRequest?.('203.0.113.9');
  assert.throws(() => daily?.onRequest?.('203.0.113.9'), /More than 3 checks in a day/);
});

type Item = {
  id: string;
  text: string;
  similarity: { score: number; closeness: string; reason: string; why: { kind: string; words?: string[] }[] };
};

test('similar hooks fill the list, the most similar first and with reasons; min_closeness leaves out the others', async () => {
  const id = await idOf(bread[0]);
  const { status, body } = await service.get(`/hooks/${id}/similar`, key);
  assert.equal(status, 200);
  assert.deepEqual(textsOf(body.data).slice(0, 2), [bread[1], bread[2]]);
  assert.deepEqual([body.count, body.total, body.next_cursor], [10, 10, null]);
  const [first, second, ...related]: Item[] = body.data;
  assert.ok(related.every(({ similarity }) => similarity.closeness === 'related' && similarity.reason !== ''));
  const close = (await service.get(`/hooks/${id}/similar?min_closeness=close`, key)).body.data;
  assert.deepEqual(close, body.data.slice(0, 2));
  assert.deepEqual(Object.keys(defined(first)).slice(-2), ['niche', 'similarity']);
  assert.ok(defined(first).similarity.score >= defined(second).similarity.score);
  const [words, ...others] = defined(second).similarity.why;
  assert.equal(words?.kind, 'words');
  assert.ok(words?.words?.includes('rye') && others.some(({ kind }) => kind === 'language'));
  assert.ok(defined(second).similarity.reason.startsWith(`Both say “${words?.words?.join('”, “')}”`));
  assert.ok(words?.words?.every((word) => bread[2].split(' ').includes(word)));
  assert.ok(defined(first).similarity.why.some(({ kind }) => kind === 'archetype'));
  assert.deepEqual(textsOf((await service.get(`/hooks/${id}/similar?niche=-food&limit=1`, key)).body.data), [bread[2]]);
  assert.equal((await service.get(`/hooks/${id}/similar?limit=1`, key)).body.count, 1);

  const sent = await send('/similar', { text: 'rye bread needs patience, and a hot oven!' });
  assert.deepEqual([sent.status, sent.body.data[0].text, sent.body.data[0].similarity.score], [200, bread[0], 1]);
  const filtered = await send('/similar', { text: 'rye bread needs patience', limit: 1, filters: { niche: ['food'] } });
  assert.deepEqual(textsOf(filtered.body.data), [bread[1]]);
  const unlike = await send('/similar', { text: 'Quarterly tax forms explained', min_closeness: 'close' });
  assert.deepEqual([unlike.status, unlike.body.data, unlike.body.total], [200, [], 0]);
});

type Template = Record<'template' | 'archetype', string> &
  Record<'n' | 'median_views', number> & { slots: string[] } & {
    examples: { views: number }[];
  };

test('GET /templates lists the templates that several creators have, with figures equal to SQL and their most viewed hooks', async () => {
  const { status, body } = await service.get('/templates?platform=LinkedIn', key);
  assert.equal(status, 200, JSON.stringify(body));
  const figures = body.data.map(({ template, slots, n, median_views, archetype, examples }: Template) => [
    template,
    slots,
    n,
    median_views,
    archetype,
    examples.map(({ views }) => views),
  ]);
  const insider = ['The truth about [topic] nobody admits', ['topic'], 2, 4_000_000, 'insider_secret'];
  const negative = ['Stop buying [topic] before you read this.', ['topic'], 7, 500_000, 'negative_command'];
  assert.deepEqual(figures, [
    [...insider, [5_000_000, 3_000_000]],
    [...negative, [800_000, 700_000, 600_000]],
  ]);
});

test('GET /templates takes sort, slot, min_n and the filters of lists, and pages by cursor', async () => {
  const list = (query: string) => service.get(`/templates?platform=LinkedIn&${query}`, key);
  const sizes = async (query: string) => (await list(query)).body.data.map(({ n }: { n: number }) => n);
  assert.deepEqual(await sizes('sort=-n'), [7, 2]);
  assert.deepEqual(await sizes('min_n=3'), [7]);
  assert.deepEqual(await sizes('slot=topic,year'), []);
  assert.deepEqual(await sizes('niche=-business'), [7], 'of the other, one hook is left');
  const first = await list('limit=1');
  const second = await list(`limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual([second.body.data[0].n, second.body.next_cursor], [7, null]);
  assert.equal((await list(`sort=-n&cursor=${first.body.next_cursor}`)).body.code, 'invalid_cursor');
  for (const query of ['slot=thing', 'min_n=1']) assert.equal((await list(query)).status, 400, query);
});

test('an adapted line has the requested speaker, and reports which values do not fit their slots', async () => {
  const adaptAs = (body: object) => send('/adapt', body);
  const mine = 'I was told [topic] took me [time]';
  const { body: ours } = await adaptAs({ template: mine, person: 'we', slots: { topic: 'my loan', time: 'blue' } });
  assert.equal(ours.data[0].text, 'We were told my loan took us blue');
  assert.deepEqual(
    ours.data[0].unfit.map(({ slot }: { slot: string }) => slot),
    ['time'],
  );
  assert.match(ours.data[0].unfit[0].reason, /“blue”.*such as 3 days/);
  const { body: kept } = await adaptAs({ template: mine, slots: { topic: 'we', time: '3 days' }, person: 'you' });
  assert.deepEqual([kept.data[0].text, kept.data[0].unfit], ['You were told we took you 3 days', []]);
  const both = await adaptAs({ template: 'Let me show you my [topic]', topic: 'kitchen', person: 'you' });
  assert.deepEqual([both.status, both.body.errors[0].pointer], [422, '#/person']);
});

test('invalid bodies are refused with a pointer to the error', async () => {
  const id = await idOf('My 3 rules for a $500 lunch in 2026');
  const plain = await idOf('Nobody saw this coming');
  const template = 'Stop [topic]';
  const wrong: [path: string, body: unknown, pointers: string[], detail?: RegExp][] = [
    ['/check', { text: 'a'.repeat(501) }, ['#/text']],
    ['/check', { text: 'a', niche: 'finanse', platform: 'tiktik' }, ['#/niche', '#/platform'], /TikTok/],
    ['/similar', { text: 'rye', filters: { niche: ['fod'] } }, ['#/filters/niche'], /food/],
    ['/adapt', { template, id: 'hook_1', topic: 'tea' }, ['#/']],
    ['/adapt', { template: 'Stop [topic]\u2028now', topic: 'tea' }, ['#/template']],
    ['/adapt', { template, slots: { topic: Array(21).fill('tea') } }, ['#/slots/topic'], /A value must /],
    [
      '/adapt',
      { template: 'I made [amount] with [topic] in [time]', topic: 'tea' },
      ['#/slots/amount', '#/slots/time'],
    ],
    ['/adapt', { id, topic: 'tea' }, ['#/topic'], /no \[topic\].*\[number\], \[amount\], \[year\].*words of the line/],
    ['/adapt', { id: plain, slots: { 'saw it': 'hats' } }, ['#/slots/saw it'], /no slot.*words of the line/],
    ['/adapt', { id: plain, slots: { ' saw': 'hats' } }, ['#/slots/ saw']],
    ['/adapt', { template: 'Nobody saw this' }, ['#/template'], /name words of it/],
    ['/adapt', { template, topic: 'coffee', variants: 3 }, ['#/variants'], /HOOKLINE_LLM_URL/],
  ];
  for (const [path, body, pointers, detail = /./] of wrong) {
    const { status, body: problem } = await send(path, body);
    const found = problem.errors?.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([status, problem.code, found], [422, 'invalid_body', pointers], JSON.stringify(body));
    assert.match(JSON.stringify(problem.errors), detail);
  }
  assert.equal((await service.get(`/hooks/${id}/similar?limit=51`, key)).status, 400);
  assert.equal((await service.get('/hooks/hook_999999/similar', key)).status, 404);
  assert.equal((await send('/adapt', { id: 'hook_999999', topic: 'tea' })).status, 404);
});

test('POST /adapt replaces words of a line, with or without slots, and keeps the rest of it', async () => {
  const adapted = async (body: object) => {
    const { data } = (await send('/adapt', body)).body;
    for (const line of data) {
      assert.deepEqual(line.unfit, []);
      delete line.unfit;
    }
    return data;
  };
  const plain = await idOf('Nobody saw this coming');
  const whole = 'Nobody saw this coming';
  assert.deepEqual(await adapted({ id: plain }), [{ text: whole, filled: {}, template: whole }]);
  assert.deepEqual(await adapted({ id: plain, slots: { nobody: 'my mother', 'this coming': 'the invoices' } }), [
    {
      text: 'My mother saw the invoices',
      filled: { topic: ['my mother', 'the invoices'] },
      template: '[topic] saw [topic]',
    },
  ]);
  const id = await idOf('My 3 rules for a $500 lunch in 2026');
  assert.deepEqual(await adapted({ id, slots: { lunch: 'umbrella', number: '1' } }), [
    {
      text: 'My 1 rule for a $500 umbrella in 2026',
      filled: { number: '1', topic: 'umbrella' },
      template: 'My [number] rules for a $500 [topic] in 2026',
    },
  ]);
  const [twice] = await adapted({
    template: 'Stop [topic], stop now',
    topic: 'tea',
    slots: { stop: ['drop', 'leave'] },
  });
  assert.equal(twice.text, 'Drop tea, leave now');
});

test('similar hooks of a retired hook return 410, those of a merged one redirect to the hook that replaced it', async () => {
  const retired = await idOf('Nobody saw this coming');
  await service.operator('PATCH', `/operator/hooks/${retired}`, { state: 'retired' });
  const gone = await service.get(`/hooks/${retired}/similar`, key);
  assert.deepEqual([gone.status, gone.body.code], [410, 'gone']);
  const [from, into] = [await idOf(bread[2]), await idOf(bread[1])];
  assert.equal((await service.operator('POST', `/operator/hooks/${from}/merge`, { into })).status, 200);
  const headers = { authorization: `Bearer ${key}` };
  const get = () => fetch(`${service.url}/hooks/${from}/similar?limit=5`, { headers, redirect: 'manual' });
  const { url, headers: redirect } = await until(get, ({ status }) => status === 308);
  assert.equal(new URL(redirect.get('location') ?? '', url).href, `${service.url}/hooks/${into}/similar?limit=5`);
  const { status, body } = await send('/adapt', { id: from, topic: 'ovens' });
  assert.equal(status, 410);
  assert.match(body.detail, new RegExp(`merged into ${into}\\.`));
});

test('paging neither repeats nor skips hooks while imports publish new versions', async () => {
  const before = await walk('/hooks?niche=lifestyle&limit=100');
  const ids = await walk('/hooks?niche=lifestyle&limit=20', (page) =>
    service.import(
      hookLine(`Added in mid-walk ${page}`, { views: 100_000 + page * 60_000, niche: 'lifestyle' }),
      importQuery,
    ),
  );
  assert.equal(ids.length, new Set(ids).size);
  for (const id of before) assert.ok(ids.includes(id));
});

test('sorted by growth, hooks show their gains, and hooks with one capture of views are counted and last in both directions', async () => {
  const capture = (views: Record<string, number>, daysAgo: number) =>
    service.import(
      Object.entries(views)
        .map(([id, count]) => {
          const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
          return JSON.stringify({
            ...JSON.parse(hookLine(`Compost heap ${id}`, { id, views: count })),
            views_captured_at: at,
          });
        })
        .join('\n'),
      importQuery,
    );
  await capture({ a: 200_000, b: 200_000, c: 200_000, d: 200_000 }, 3);
  await capture({ a: 230_000, b: 290_000 }, 1);
  const read = (sort: string, more = '') => get(`/hooks?q=compost+heap&sort=${sort}${more}`);
  const gainsOf = (data: { text: string; views_gained_7d: number }[]) =>
    data.map(({ text, views_gained_7d: gained }) => [text.slice(-1), gained]);
  const { body } = await until(
    () => read('-views_gained_7d'),
    ({ body }) => body.total === 4,
  );
  const unknown = [
    ['c', null],
    ['d', null],
  ];
  assert.deepEqual(gainsOf(body.data), [['b', 90_000], ['a', 30_000], ...unknown]);
  assert.equal(body.views_gained_unknown, 2);
  const { body: ascending } = await read('views_gained_7d', '&fields=text');
  assert.deepEqual(gainsOf(ascending.data), [['a', 30_000], ['b', 90_000], ...unknown.toReversed()]);
  for (const sort of ['-views_gained_7d', 'views_gained_7d'])
    assert.deepEqual((await walk(`/hooks?limit=1&q=compost+heap&sort=${sort}`)).length, 4);
  assert.deepEqual(Object.keys((await get('/hooks?q=compost+heap')).body.data[0]), hookFields);
});

test('Free has similar hooks, templates and adapted lines; the full record of a hook needs a plan', async () => {
  const { key: free } = await service.account('free');
  const id = await idOf(bread[1]);
  const statusOf = async (path: string) => (await service.get(path, free)).status;
  assert.deepEqual(
    [await statusOf(`/hooks/${id}/similar`), await statusOf('/templates'), await statusOf(`/hooks?ids=${id}`)],
    [200, 200, 200],
  );
  const adapted = { template: 'Stop buying [topic].', topic: 'ovens' };
  const { status } = await service.send('POST', '/adapt', free, { body: adapted });
  assert.equal(status, 200);
  const { status: refused, body } = await service.get(`/hooks/${id}`, free);
  assert.deepEqual([refused, body.code, body.required_plan], [403, 'plan_required', 'starter']);
});
