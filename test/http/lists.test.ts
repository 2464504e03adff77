// Lists of hooks through the real service: fields, filters, sorts, paging, facets, groups, highlights, forms and random draws.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { fullHookFields, fullHookSchema, hookFields } from '../../src/catalog/hook.ts';
import { splitWords } from '../../src/catalog/snapshot/vocabulary.ts';
import { requiredLabels } from '../../src/labels/label.ts';
import { type Answer, hookLine, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;
let client: pg.Client;

before(async () => {
  service = await testService();
  key = (await service.account('enterprise')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { report } = await service.import(catalogLines().join('\n'), importQuery);
  assert.equal(report.added, size, JSON.stringify(report));
});

after(async () => {
  await client.end();
  await service.close();
});

const importQuery = 'preset=hookline&format=jsonl&source=lists';
const size = 242;
const texts = [
  'Don’t save money, “invest” it',
  '=SUM(A1) is what I typed, then this',
  'He said: "three years ago, I had nothing"',
  'Le café où l’on gagne',
  '如何在家赚钱',
  'Three years of saving',
  'My story began long ago',
];

/** Every tenth line is a repeat of the one before, as another platform shows it. */
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
    });
  });
  const most = { views: Number.MAX_SAFE_INTEGER, platform: 'YouTube', archetype: 'bold_claim' };
  const exact = { views: 2_454_917_057, platform: 'YouTube', niche: 'food' };
  return [
    ...lines,
    hookLine('Nobody beats this many views', most),
    hookLine('Café au lait, "quoted" \u2028 and 😀', exact),
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

/** Ids of all pages. */
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

test('a list has the envelope and the seven fields in order, and texts and views exactly', async () => {
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
  const one = await get(`/hooks/${body.data[1].id}`);
  const { why, ...hook } = one.body.data;
  assert.deepEqual(hook, body.data[1]);
  assert.deepEqual(Object.keys(why), requiredLabels);
  const { key: free } = await service.account('free');
  for (const answer of [
    await service.get('/hooks/full', free),
    await service.send('POST', '/hooks/full/query', free, { body: {} }),
  ])
    assert.deepEqual([answer.status, answer.body.code, answer.body.required_plan], [403, 'plan_required', 'pro']);
});

test('every sort lists unknown numbers last, and its cursors lead to every hook once', async () => {
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
    const [found, expected] = [await walk(`/hooks?limit=37&sort=${sort}`), await selectIds(`order by ${order}`)];
    const count = known[sort.replace('-', '') as keyof typeof known] ?? size;
    assert.deepEqual(found.slice(0, count), expected.slice(0, count), sort);
    assert.deepEqual(found.toSorted(), expected.toSorted(), sort);
  }
  for (const query of ['sort=added_at', 'sort=-added_at'])
    assert.equal(new Set(await walk(`/hooks?limit=50&${query}`)).size, size);
  const matches = await walk('/hooks?q=moneey%20inv&limit=9');
  assert.deepEqual(matches.toSorted(), (await selectIds("where text ~* 'invest'")).toSorted());
});

test('the cursor of another query is refused, and one of GET fits the same query of POST', async () => {
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

/** A filter as JSON, and the condition in SQL. */
const filterCases: readonly (readonly [Record<string, unknown>, string])[] = [
  [
    { niche: ['Food', 'BUSINESS'], min_views: 120_000, max_views: 230_000 },
    "niche in ('food', 'business') and views between 120000 and 230000",
  ],
  [{ platform: ['shorts'], emotion: ['curiosity'] }, "platform = 'YouTube' and emotional_trigger = 'curiosity'"],
  [{ niche: ['-finance', '-food'] }, "niche not in ('finance', 'food')"],
  [{ niche: ['food', 'business', '-food'] }, "niche = 'business'"],
  [{ archetype: ['-Question'], format: ['-vlog'] }, "archetype <> 'question' and format is distinct from 'vlog'"],
  [{ language: ['en', '-en-gb'] }, "language = 'en'"],
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

test('every filter finds what SQL finds, in lists, in a body and in exports', async () => {
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

test('facets count what each value would give', async () => {
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
    { by: ['platform', 'language', 'archetype'], query: '&max_views=300000', where: 'views <= 300000' },
    { by: ['platform'], query: '&distinct=text', where: 'true', isDistinct: true },
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

test('highlight=true marks what matched in each text, in every form, and nothing without q', async () => {
  const shown = async (query: string) => {
    const { body } = await get(`/hooks?highlight=true&limit=100&${query}`);
    assert.ok(body.count > 0, query);
    const slices = body.data.flatMap(({ text, highlights }: { text: string; highlights: [number, number][] }) =>
      highlights.map(([start, end]) => text.slice(start, end)),
    );
    return [...new Set<string>(slices)].sort();
  };
  assert.deepEqual(await shown('q=dont'), ['Don’t']);
  assert.deepEqual(await shown('q=moneey'), ['money']);
  assert.deepEqual(await shown('q=cafe+gag'), ['café', 'gagne']);
  assert.deepEqual(await shown(`q=${encodeURIComponent('赚钱')}`), ['赚钱']);
  assert.deepEqual(await shown('q=%22three+years+ago%22'), ['three years ago']);
  assert.deepEqual(await shown('q=years+-ago'), ['years']);
  assert.deepEqual(await shown('niche=food'), []);
  for (const word of await shown('q=three+yea')) assert.match(splitWords(word).join(' '), /^(three|yea)/);
  const { body: full } = await get('/hooks/full?q=invest&highlight=true&limit=1&sort=likes');
  assert.deepEqual(Object.keys(full.data[0]), [...fullHookFields, 'highlights']);
  const { body: lines } = await get('/hooks?q=invest&highlight=true&limit=1&output=jsonl');
  assert.equal(JSON.parse(lines).highlights.length, 1);
});

test('CSV and JSON Lines have the hooks of the JSON, and its total, cursor and link in headers; HEAD has the headers', async () => {
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
  assert.equal((await get('/hooks?q=nothing+like+it&output=jsonl')).body, '');
  const ids: string[] = [];
  for (let next: string | undefined = '/hooks?limit=100&fields=id&output=csv'; next; ) {
    const { headers, body } = await get(next);
    ids.push(...body.match(/hook_\d+/g));
    next = headers.get('link')?.match(/<https?:\/\/[^/]+([^>]+)>; rel="next"/)?.[1];
  }
  assert.equal(new Set(ids).size, size, 'the links lead through the list as CSV');
});

test('Accept chooses the form unless output does, and no form is cached for clients that accept another one', async () => {
  const forms: [query: string, accept: string, type: string, vary: string | null][] = [
    ['', 'text/csv', 'text/csv', 'accept'],
    ['', 'application/x-ndjson', 'application/x-ndjson', 'accept'],
    ['', 'application/json, text/csv;q=0.9', 'application/json', 'accept'],
    ['', 'text/html, */*;q=0.1', 'application/json', 'accept'],
    ['&output=json', 'text/csv', 'application/json', null],
    ['&output=csv', 'application/json', 'text/csv', null],
    ['&q=output=money', 'text/csv', 'text/csv', 'accept'],
    ['&%6futput=csv', 'application/json', 'text/csv', 'accept'],
  ];
  // Each page is cached from its second request on.
  for (let round = 0; round < 3; round++)
    for (const [query, accept, type, vary] of forms)
      for (const path of ['/hooks?limit=2', '/hooks/full?limit=2']) {
        const { status, headers } = await get(path + query, { accept });
        const found = [status, headers.get('content-type')?.split(';')[0], headers.get('vary')];
        assert.deepEqual(found, [200, type, vary], `${path}${query} ${accept}`);
      }
  const csv = await get('/hooks?limit=2', { accept: 'text/csv' });
  const known = { 'if-none-match': csv.headers.get('etag') ?? '' };
  assert.equal((await get('/hooks?limit=2', known)).status, 200);
  const unchanged = await get('/hooks?limit=2', { ...known, accept: 'text/csv' });
  assert.deepEqual([unchanged.status, unchanged.headers.get('vary')], [304, 'accept']);
  const large = await get('/hooks/full?limit=100', { accept: 'text/csv' });
  assert.equal(large.headers.get('vary'), 'accept, accept-encoding');
});

test('POST /hooks/query answers as GET for the same query', async () => {
  const pairs: [string, object][] = [
    ['', {}],
    ['q=years&highlight=true&limit=3', { filters: { q: 'years' }, highlight: true, limit: 3 }],
    ['emotion=fear&facets=niche,emotion', { filters: { emotion: 'fear' }, facets: ['niche', 'emotion'] }],
    ['group_by=niche&distinct=text', { group_by: 'niche', distinct: 'text' }],
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

test('a query in a body takes 1,000 ids, has an ETag, and is one call, or none if nothing changed', async () => {
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

test('what is wrong in a query is named, with the nearest that is known', async () => {
  const wrong: [query: string, parameter: string, detail: RegExp, suggestion?: string][] = [
    ['niche=finace', 'niche', /finace is not a known niche/, 'finance'],
    ['nich=finance', 'nich', /not a parameter/, 'niche'],
    ['limit=0', 'limit', /from 1 to 100/],
    ['limit=101', 'limit', /from 1 to 100/],
    ['sort=-like', 'sort', /`sort` must be one of/, '-likes'],
    ['sort=relevance', 'sort', /needs q/],
    ['sort=relevance&q=-money', 'sort', /needs q with a word or a phrase/],
    ['q=%ff', 'q=%ff', /./],
    ['q=!!!', 'q', /letter or digit/],
    ['fields=txt', 'fields', /Did you mean/, 'text'],
    ['ids=12', 'ids', /Ids are hook_ and digits/],
    [`ids=${manyIds}`, 'ids', /at most 100 .*POST \/hooks\/query/],
    ['min_likes=-1', 'min_likes', /whole number/],
    ['min_confidence=2', 'min_confidence', /from 0 to 1/],
    ['sample=yes', 'sample', /true or false/],
    ['added_since=2026-02-30', 'added_since', /ISO 8601/],
    ['niche=-', 'niche', /`niche` has a `-` without a value/],
    ['output=jsnl', 'output', /one of json, csv, jsonl/, 'jsonl'],
    ['output=csv&facets=niche', 'facets', /needs JSON/],
    ['output=csv&highlight=true&q=money', 'highlight', /jsonl/],
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
});

test('what is wrong in a body has its pointer', async () => {
  const wrong: [body: object, pointer: string, suggestion?: string][] = [
    [{ filters: { nich: 'finance' } }, '#/filters/nich', 'niche'],
    [{ niche: 'finance' }, '#/niche'],
    [{ sort: 'relevance' }, '#/sort'],
    [{ facets: ['nich'] }, '#/facets', 'niche'],
    [{ group_by: ['niche', 'platform', 'format', 'language'] }, '#/group_by'],
    [{ fields: [] }, '#/fields'],
    [{ output: 'csv', facets: ['niche'] }, '#/facets'],
    [[], '#/'],
  ];
  for (const [body, pointer, suggestion] of wrong) {
    const answer = await post(body);
    const [fault] = answer.body.errors;
    assert.deepEqual([answer.status, answer.body.code, fault.pointer], [422, 'invalid_body', pointer]);
    if (suggestion) assert.equal(fault.did_you_mean, suggestion);
  }
  for (const path of ['/similar', '/check', '/adapt']) {
    const { status, body } = await service.send('POST', path, key);
    assert.deepEqual([status, body.errors[0].pointer], [422, '#/'], path);
    assert.match(body.detail, /The body must be a JSON object/);
  }
});

test('random hooks do not repeat, come in every form, repeat by their seed, and are never cached', async () => {
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

test('a diverse draw takes each value of the label in turn', async () => {
  for (const [label, values] of [
    ['archetype', 3],
    ['niche', 4],
    ['platform', 3],
  ] as const) {
    const { body } = await get(`/hooks/random?diverse=${label}&count=${2 * values}&max_views=300000`);
    const drawn: string[] = body.data.map((hook: Record<string, string>) => hook[label]);
    assert.equal(new Set(drawn.slice(0, values)).size, values);
    assert.deepEqual(drawn.slice(values), drawn.slice(0, values));
    assert.equal(new Set(idsOf(body.data)).size, 2 * values);
  }
  const draw = async (query: string) => (await get(`/hooks/random?diverse=niche&${query}`)).body.data;
  assert.deepEqual(await draw('seed=a&distinct=text'), await draw('seed=a&distinct=text'));
  assert.notDeepEqual(await draw('seed=a'), await draw('seed=b'));
  assert.equal(new Set(idsOf(await draw('count=100&platform=TikTok'))).size, 80);
  assert.deepEqual(await draw('niche=travel'), []);
});

test('archetypes, meta and the taxonomy describe the catalog', async () => {
  const { body: archetypes } = await get('/archetypes');
  const question = archetypes.data.find(({ id }: { id: string }) => id === 'question');
  assert.deepEqual([archetypes.count, question.examples.length], [41, 3]);
  const { body: meta } = await get('/meta');
  assert.equal(meta.data.values.archetype.question, question.hooks);
  assert.deepEqual([meta.data.views.max, meta.data.sample_data], [Number.MAX_SAFE_INTEGER, false]);
  const { body: taxonomy } = await get('/taxonomy');
  assert.deepEqual(Object.keys(taxonomy.data), ['niche', 'archetype', 'emotional_trigger', 'platform', 'format']);
  const youTube = taxonomy.data.platform.find(({ id }: { id: string }) => id === 'YouTube');
  assert.ok(youTube.name === 'YouTube' && youTube.aliases.includes('shorts'));
  const idAndName = ({ id, name }: { id: string; name: string }) => ({ id, name });
  assert.deepEqual(archetypes.data.map(idAndName), taxonomy.data.archetype.map(idAndName));
  assert.equal((await get('/taxonomy?set=niche')).status, 400);
});

test('paging neither repeats nor skips hooks while imports publish new versions', async () => {
  const before = await walk('/hooks?limit=100');
  const ids = await walk('/hooks?limit=61', (page) =>
    service.import(hookLine(`Added in mid-walk ${page}`, { views: 100_000 + page * 60_000 }), importQuery),
  );
  assert.equal(ids.length, new Set(ids).size);
  for (const id of before) assert.ok(ids.includes(id));
});
