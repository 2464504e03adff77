// Lists of hooks: highlights, groups, CSV and JSON Lines, queries in a body, and random draws by label in turn.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { fullHookFields } from '../../src/catalog/hook.ts';
import { splitWords } from '../../src/catalog/snapshot/vocabulary.ts';
import { download } from '../setup/download.ts';
import { type Answer, type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;
let client: pg.Client;

before(async () => {
  service = await testService();
  key = (await service.account('enterprise')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { report } = await service.import(catalogLines().join('\n'), 'preset=hookline&format=jsonl&source=lists');
  assert.equal(report.added, 240, JSON.stringify(report));
});

after(async () => {
  await client.end();
  await service.close();
});

const texts = [
  'Don’t save money, “invest” it',
  '=SUM(A1) is what I typed, then this',
  'He said: "three years ago, I had nothing"',
  'Le café où l’on gagne',
  '如何在家赚钱',
  'Three years of saving',
];

/** Every tenth line is a repeat of the one before, as another platform shows it. */
function catalogLines(): string[] {
  const any = <T>(values: readonly T[], at: number) => values[at % values.length];
  return Array.from({ length: 240 }, (_, at) => {
    const number = at % 10 === 9 ? at - 1 : at;
    return JSON.stringify({
      text: `${any(texts, number)} ${number}`,
      views: 100_000 + 1009 * ((at * 37) % 240),
      platform: any(['TikTok', 'YouTube', 'Reels'], at),
      archetype: any(['question', 'question', 'bold_claim', 'how_to'], at),
      emotional_trigger: any(['fear', 'curiosity'], at),
      niche: any(['finance', 'business', 'lifestyle', 'food', 'finance'], at),
      language: any(['en', 'fr', 'zh'], at),
      format: any(['vlog', 'skit'], at),
      id: `line-${at}`,
      likes: at % 3 === 0 ? at : undefined,
    });
  });
}

const get = (path: string, headers: Record<string, string> = {}) => service.get(path, key, headers);
const post = (body: unknown, path = '/hooks/query', headers: Record<string, string> = {}) =>
  service.send('POST', path, key, { body, headers });

// biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
function withoutTime({ body }: Answer): any {
  const { timestamp, ...rest } = body;
  assert.match(timestamp, /Z$/);
  return rest;
}

test('highlight=true marks what matched in each text, and nothing without q', async () => {
  const shown = async (query: string) => {
    const { body } = await get(`/hooks?highlight=true&limit=100&${query}`);
    assert.ok(body.count > 0, query);
    for (const { text, highlights } of body.data)
      assert.ok(highlights.every(([start, end]: [number, number]) => 0 <= start && start < end && end <= text.length));
    const slices = body.data.flatMap(({ text, highlights }: { text: string; highlights: [number, number][] }) =>
      highlights.map(([start, end]) => text.slice(start, end)),
    );
    return [...new Set(slices)].sort();
  };
  assert.deepEqual(await shown('q=dont'), ['Don’t']);
  assert.deepEqual(await shown('q=moneey'), ['money']);
  assert.deepEqual(await shown('q=cafe+gag'), ['café', 'gagne']);
  assert.deepEqual(await shown(`q=${encodeURIComponent('赚钱')}`), ['赚钱']);
  assert.deepEqual(await shown('q=%22three+years+ago%22'), ['three years ago']);
  assert.deepEqual(await shown('q=years+-ago'), ['years']);
  assert.deepEqual(await shown('niche=food'), []);
});

test('highlights come with full hooks, chosen fields, other sorts and JSON Lines', async () => {
  const { body: full } = await get('/hooks/full?q=invest&highlight=true&limit=1&sort=likes');
  assert.deepEqual(Object.keys(full.data[0]), [...fullHookFields, 'highlights']);
  const { body: some } = await get('/hooks?q=invest&highlight=true&limit=1&fields=id,views');
  assert.deepEqual(Object.keys(some.data[0]), ['id', 'views', 'highlights']);
  const { body: lines } = await get('/hooks?q=invest&highlight=true&limit=1&output=jsonl');
  assert.equal(JSON.parse(lines).highlights.length, 1);
  const { body: plain } = await get('/hooks?q=invest&highlight=false&limit=1');
  assert.equal(plain.data[0].highlights, undefined);
});

test('group_by gives the count, median and 90th percentile that SQL computes', async () => {
  const cases: { by: string[]; query: string; where: string; isDistinct?: boolean }[] = [
    { by: ['archetype'], query: '', where: 'true' },
    { by: ['format'], query: '&niche=finance', where: "niche = 'finance'" },
    { by: ['niche', 'emotional_trigger'], query: '&platform=-Reels', where: "platform <> 'Reels'" },
    { by: ['platform', 'language', 'archetype'], query: '&min_views=200000', where: 'views >= 200000' },
    { by: ['language'], query: '&q=three', where: "text ilike '%three%'" },
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

test('CSV of a list is that of an export', async () => {
  const { body: accepted } = await service.send('POST', '/export', key, {
    body: { format: 'csv', filters: { niche: ['food'] } },
  });
  await service.observed('export_finished', accepted.export_id);
  const { body: finished } = await get(`/export/${accepted.export_id}`);
  const file = (await download(finished.download_url)).bytes.toString();
  const { headers, body } = await get('/hooks/full?niche=food&limit=100&output=csv');
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  assert.equal(body, file);
  assert.ok(body.includes(`"'=SUM(A1)`) && body.includes('labels_method') && body.includes('said: ""three'));
});

test('CSV and JSON Lines have the hooks of the JSON, and its total, cursor and link in headers', async () => {
  for (const path of ['/hooks?niche=finance&limit=40', '/hooks/full?q=years&limit=40&fields=id,labels,text']) {
    const json = await get(path);
    const [csv, jsonl] = [await get(`${path}&output=csv`), await get(`${path}&output=jsonl`)];
    const hooks = json.body.data.map((hook: unknown) => `${JSON.stringify(hook)}\n`).join('');
    assert.deepEqual([jsonl.body, jsonl.headers.get('content-type')], [hooks, 'application/x-ndjson; charset=utf-8']);
    assert.equal(csv.body.match(/hook_\d+/g).join(), json.body.data.map(({ id }: { id: string }) => id).join());
    assert.doesNotMatch(jsonl.headers.get('vary') ?? '', /accept(?!-)/);
    for (const { headers } of [csv, jsonl]) {
      assert.equal(headers.get('x-total-count'), String(json.body.total));
      assert.equal(headers.get('x-next-cursor'), json.body.next_cursor);
    }
    const etags = [json, csv, jsonl].map(({ headers }) => headers.get('etag'));
    assert.equal(new Set(etags).size, 3);
  }
  const { body: header } = await get('/hooks?fields=text,id&limit=1&output=csv&q=nothing+like+it');
  assert.equal(header, 'id,text\r\n');
  assert.equal((await get('/hooks?q=nothing+like+it&output=jsonl')).body, '');
});

test('the link of a CSV page leads to the rest of the list as CSV', async () => {
  const ids: string[] = [];
  for (let next: string | undefined = '/hooks?limit=100&fields=id&output=csv'; next; ) {
    const { headers, body } = await get(next);
    ids.push(...body.match(/hook_\d+/g));
    next = headers.get('link')?.match(/<https?:\/\/[^/]+([^>]+)>; rel="next"/)?.[1];
  }
  assert.equal(new Set(ids).size, 240);
});

test('Accept chooses the form unless output does, and every response that depends on it says so', async () => {
  const forms: [query: string, accept: string, type: string, vary: string | null][] = [
    ['', 'text/csv', 'text/csv', 'accept'],
    ['', 'application/x-ndjson', 'application/x-ndjson', 'accept'],
    ['', 'application/json, text/csv;q=0.9', 'application/json', 'accept'],
    ['', 'text/html, */*;q=0.1', 'application/json', 'accept'],
    ['&output=json', 'text/csv', 'application/json', null],
    ['&output=csv', 'application/json', 'text/csv', null],
  ];
  for (const [query, accept, type, vary] of forms) {
    for (const path of ['/hooks?limit=2', '/hooks/full?limit=2', '/hooks/random?count=2']) {
      const { status, headers } = await get(path + query, { accept });
      const found = [status, headers.get('content-type')?.split(';')[0], headers.get('vary')];
      assert.deepEqual(found, [200, type, vary], `${path}${query} ${accept}`);
    }
  }
  const json = await get('/hooks?limit=2');
  const csv = await get('/hooks?limit=2', { accept: 'text/csv' });
  assert.notEqual(json.headers.get('etag'), csv.headers.get('etag'));
  const known = { 'if-none-match': csv.headers.get('etag') ?? '' };
  assert.equal((await get('/hooks?limit=2', known)).status, 200);
  const unchanged = await get('/hooks?limit=2', { ...known, accept: 'text/csv' });
  assert.deepEqual([unchanged.status, unchanged.headers.get('vary')], [304, 'accept']);
  const large = await get('/hooks/full?limit=100', { accept: 'text/csv' });
  assert.equal(large.headers.get('vary'), 'accept, accept-encoding');
});

test('a form is not cached for clients that accept another one', async () => {
  for (const query of ['limit=7', 'q=output=money', '%6futput=csv&limit=8', 'output=csv&limit=8'])
    for (const accept of ['text/csv', '*/*', 'application/x-ndjson', 'text/csv', '*/*', 'application/x-ndjson']) {
      const accepted = accept === '*/*' ? 'application/json' : accept;
      const expected = query.includes('=csv') ? 'text/csv' : accepted;
      const { headers } = await get(`/hooks?${query}`, { accept });
      assert.equal(headers.get('content-type')?.split(';')[0], expected, `${query} ${accept}`);
    }
});

test('HEAD has the headers of GET in every form', async () => {
  for (const output of ['json', 'csv', 'jsonl']) {
    const [head, got] = [
      await service.send('HEAD', `/hooks?limit=3&output=${output}`, key),
      await get(`/hooks?limit=3&output=${output}`),
    ];
    assert.deepEqual([head.status, head.body], [200, '']);
    for (const name of ['content-type', 'etag', 'link', 'x-total-count', 'x-next-cursor'])
      assert.equal(head.headers.get(name), got.headers.get(name), `${output} ${name}`);
  }
});

test('what a form or a grouping cannot do is a problem that names it', async () => {
  const refused: [query: string, parameter: string, detail: RegExp, suggestion?: string][] = [
    ['output=jsnl', 'output', /one of json, csv, jsonl/, 'jsonl'],
    ['output=csv&facets=niche', 'facets', /needs JSON/],
    ['output=jsonl&group_by=niche', 'group_by', /needs JSON/],
    ['output=csv&highlight=true&q=money', 'highlight', /jsonl/],
    ['group_by=nich', 'group_by', /Did you mean niche/, 'niche'],
    ['group_by=niche,platform,format,language', 'group_by', /at most 3/],
    ['highlight=yes', 'highlight', /true or false/],
  ];
  for (const [query, parameter, detail, suggestion] of refused) {
    const { status, headers, body } = await get(`/hooks?${query}`, { accept: 'text/csv' });
    assert.deepEqual(
      [status, body.errors[0].parameter, body.errors[0].did_you_mean],
      [400, parameter, suggestion],
      query,
    );
    assert.match(body.errors[0].detail, detail);
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
  const { status, body } = await get('/hooks?facets=niche', { accept: 'text/csv' });
  assert.deepEqual([status, body.errors[0].parameter], [400, 'facets']);
  const random = await get('/hooks/random?diverse=nich');
  assert.deepEqual([random.status, random.body.errors[0].did_you_mean], [400, 'niche']);
});

test('POST /hooks/query answers as GET for the same query', async () => {
  const pairs: [string, object][] = [
    ['', {}],
    ['niche=finance,-food&min_views=150000', { filters: { niche: ['finance', '-food'], min_views: 150_000 } }],
    ['q=years&highlight=true&limit=3', { filters: { q: 'years' }, highlight: true, limit: 3 }],
    ['emotion=fear&facets=niche,emotion', { filters: { emotion: 'fear' }, facets: ['niche', 'emotion'] }],
    ['group_by=niche&distinct=text', { group_by: 'niche', distinct: 'text' }],
    ['sort=-likes&fields=id,views&has=likes', { sort: '-likes', fields: ['id', 'views'], filters: { has: 'likes' } }],
    ['sample=false&added_since=2020-01-01', { filters: { sample: false, added_since: '2020-01-01' } }],
  ];
  for (const [query, body] of pairs) {
    assert.deepEqual(withoutTime(await post(body)), withoutTime(await get(`/hooks?${query}`)), query);
    const full = await post(body, '/hooks/full/query');
    assert.deepEqual(withoutTime(full), withoutTime(await get(`/hooks/full?${query}`)), query);
    assert.equal(full.headers.get('link'), null);
    for (const output of ['csv', 'jsonl'])
      if (!/facets|group_by|highlight/.test(query)) {
        const lines = await post({ ...body, output });
        assert.equal(lines.body, (await get(`/hooks?${query}&output=${output}`)).body);
      }
  }
  const { body: csv } = await post({ limit: 2 }, '/hooks/query', { accept: 'text/csv' });
  assert.equal(csv, (await get('/hooks?limit=2&output=csv')).body);
});

test('cursors of GET and POST fit the same filters and sort, and no other', async () => {
  const first = await get('/hooks?niche=finance&sort=views&limit=5');
  const filters = { niche: 'Finance' };
  const cursor = first.body.next_cursor;
  const second = await post({ filters, sort: 'views', limit: 5, cursor });
  const expected = await get(`/hooks?niche=finance&sort=views&limit=5&cursor=${cursor}`);
  assert.deepEqual(withoutTime(second), withoutTime(expected));
  const third = await get(`/hooks?niche=finance&sort=views&limit=5&cursor=${second.body.next_cursor}`);
  assert.equal(third.status, 200);
  const other = await post({ filters: { niche: 'food' }, sort: 'views', cursor });
  assert.deepEqual([other.status, other.body.code], [400, 'invalid_cursor']);
});

test('a query in a body takes 1,000 ids, has an ETag, and is one call, or none if nothing changed', async () => {
  const { key: counted } = await service.account('starter');
  const used = async () => (await service.get('/usage', counted)).body.data.windows?.[0]?.used;
  const { body: all } = await get('/hooks?limit=100&fields=id');
  const ids = [
    ...all.data.map(({ id }: { id: string }) => id),
    ...Array.from({ length: 900 }, (_, at) => `hook_${9e6 + at}`),
  ];
  const send = (headers: Record<string, string> = {}, body: object = { filters: { ids }, limit: 100 }) =>
    service.send('POST', '/hooks/query', counted, { body, headers });
  const before = await used();
  const found = await send();
  assert.deepEqual([found.status, found.body.total], [200, 100]);
  const etag = found.headers.get('etag') ?? '';
  assert.equal((await send({ 'if-none-match': etag })).status, 304);
  const reordered = { limit: 100, filters: { ids: ids.toReversed() } };
  assert.equal((await send({ 'if-none-match': etag }, reordered)).status, 304);
  assert.equal((await send({ 'if-none-match': etag }, { filters: { ids } })).status, 200);
  assert.equal((await used()) - before, 2);
  const tooMany = await post({ filters: { ids: [...ids, 'hook_1'] } });
  assert.deepEqual([tooMany.status, tooMany.body.errors[0].pointer], [422, '#/filters/ids']);
});

test('every fault of a body has its pointer', async () => {
  const refused: [body: object, pointer: string, suggestion?: string][] = [
    [{ filters: { niche: 'finnance' } }, '#/filters/niche', 'finance'],
    [{ filters: { nich: 'finance' } }, '#/filters/nich', 'niche'],
    [{ niche: 'finance' }, '#/niche'],
    [{ limit: 101 }, '#/limit'],
    [{ sort: 'best' }, '#/sort'],
    [{ sort: 'relevance' }, '#/sort'],
    [{ facets: ['nich'] }, '#/facets', 'niche'],
    [{ group_by: ['niche', 'platform', 'format', 'language'] }, '#/group_by'],
    [{ fields: ['txt'] }, '#/fields', 'text'],
    [{ fields: [] }, '#/fields'],
    [{ output: 'csv', facets: ['niche'] }, '#/facets'],
    [[], '#/'],
    [{ highlight: 'yes' }, '#/highlight'],
  ];
  for (const [body, pointer, suggestion] of refused) {
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

test('full hooks by a query need the plan that has them', async () => {
  const { key: free } = await service.account('free');
  assert.equal((await service.send('POST', '/hooks/query', free, { body: {} })).status, 200);
  const { status, body } = await service.send('POST', '/hooks/full/query', free, { body: {} });
  assert.deepEqual([status, body.code], [403, 'plan_required']);
});

test('a diverse draw takes each value of the label in turn, and repeats by its seed', async () => {
  for (const [label, values] of [
    ['archetype', 3],
    ['niche', 4],
    ['platform', 3],
    ['language', 3],
  ] as const) {
    const { body } = await get(`/hooks/random?diverse=${label}&count=${2 * values}&min_views=200000`);
    const drawn: string[] = body.data.map((hook: Record<string, string>) => hook[label]);
    if (label !== 'language') {
      assert.equal(new Set(drawn.slice(0, values)).size, values);
      assert.deepEqual(drawn.slice(values), drawn.slice(0, values));
    }
    assert.equal(new Set(body.data.map(({ id }: { id: string }) => id)).size, 2 * values);
  }
  const draw = async (query: string) => (await get(`/hooks/random?diverse=niche&${query}`)).body.data;
  assert.deepEqual(await draw('seed=a&distinct=text'), await draw('seed=a&distinct=text'));
  assert.notDeepEqual(await draw('seed=a'), await draw('seed=b'));
  const all = await draw('count=100&platform=TikTok');
  assert.equal(new Set(all.map(({ id }: { id: string }) => id)).size, 80);
  assert.deepEqual(await draw('niche=travel'), []);
});

test('random hooks come as CSV and JSON Lines too, and are never cached', async () => {
  const { body: json } = await get('/hooks/random?seed=x&count=3');
  const csv = await get('/hooks/random?seed=x&count=3&output=csv');
  const jsonl = await get('/hooks/random?seed=x&count=3', { accept: 'application/jsonl' });
  assert.deepEqual(
    csv.body.match(/hook_\d+/g),
    json.data.map(({ id }: { id: string }) => id),
  );
  assert.equal(jsonl.body, json.data.map((hook: unknown) => `${JSON.stringify(hook)}\n`).join(''));
  for (const { headers } of [csv, jsonl]) {
    assert.deepEqual([headers.get('cache-control'), headers.get('x-total-count')], ['no-store', '240']);
    assert.equal(headers.get('etag'), null);
  }
});

test('highlights of words fold to words that a search matches', async () => {
  const { body } = await get('/hooks?q=thre+yea&highlight=true&limit=100');
  for (const { text, highlights } of body.data)
    for (const [start, end] of highlights) assert.match(splitWords(text.slice(start, end)).join(' '), /^(thre|yea)/);
});
