// Drafts beside published hooks, through the real service: POST /check, similar hooks, templates and POST /adapt. Figures are recomputed by SQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { plans } from '../../src/accounts/plan.ts';
import type { DraftCheck } from '../../src/catalog/check/check-schema.ts';
import { traits } from '../../src/catalog/snapshot/traits.ts';
import { splitWords } from '../../src/catalog/snapshot/vocabulary.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { demoCheckEndpoints } from '../../src/http/endpoints/catalog/check.ts';
import { defined } from '../setup/defined.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { until } from '../setup/until.ts';

let service: TestService;
let key: string;
let client: pg.Client;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  key = (await service.account('enterprise')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const lines = [...draftLines(), ...breadLines, ...templateLines];
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=drafts');
  assert.equal(report.added, lines.length, JSON.stringify(report));
});

after(async () => {
  await client.end();
  await service.close();
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
/** Seen before the trends of the drafts begin. */
const early = (line: string, more: object = {}) =>
  JSON.stringify({ ...JSON.parse(line), views_captured_at: '2026-10-01T00:00:00Z', ...more });
const breadLines = [
  hookLine(bread[0], { views: 900_000 }),
  hookLine(bread[1], { views: 800_000, niche: 'food' }),
  hookLine(bread[2], { views: 700_000, archetype: 'story' }),
  hookLine('Nobody saw this coming'),
].map((line) => early(line));

const products = ['index funds', 'protein powder', 'skincare', 'crypto', 'coffee', 'headphones', 'sneakers'];
/** On a platform of their own, by which tests filter. */
const templateHook = (text: string, views: number, more: object = {}) =>
  early(hookLine(text, { views, platform: 'Reels', archetype: 'negative_command', id: text }), more);
const templateLines = [
  ...products.map((product, n) => templateHook(`Stop buying ${product} before you read this.`, 200_000 + n * 100_000)),
  templateHook('The truth about crypto nobody admits', 5_000_000, { archetype: 'insider_secret', niche: 'business' }),
  templateHook('The truth about skincare nobody admits', 3_000_000, { archetype: 'insider_secret' }),
  // One creator alone proves nothing.
  templateHook('I tried 3 diets so you never have to', 9_000_000, { creator: 'same' }),
  templateHook('I tried 5 diets so you never have to', 9_000_000, { creator: '@Same' }),
  // The template of a source stays as it is.
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
const post = (path: string, body: unknown, as = key) => service.send('POST', path, as, { body });
const textsOf = (data: { text: string }[]) => data.map(({ text }) => text);

const check = async (body: object): Promise<DraftCheck> => {
  const answer = await post('/check', body);
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

test('the figures of the standing are those of SQL, and those of the next wider group where fewer than 30 hooks have none', async () => {
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

test('what is rising is what SQL and GET /trends say', async () => {
  const trends = (await service.get('/trends?window=7d', key)).body;
  for (const draft of drafts) {
    const { rising } = await check(draft);
    const found = await one(
      `with ends as (select max(views_captured_at) as at from hooks where state = 'published'),
        seen as (select archetype, floor(extract(epoch from at - seen_at) / 86400)::int as day from hooks, ends where state = 'published')
      select count(*) filter (where day < 7)::int as all_now, count(*) filter (where day between 7 and 13)::int as all_before,
        count(*) filter (where day < 7 and archetype = $1)::int as now, count(*) filter (where day between 7 and 13 and archetype = $1)::int as before
      from seen`,
      [rising.archetype],
    );
    const isEnough = found.now + found.before >= 30;
    const ratio = (part: number, all: number) => (isEnough ? Math.round((part / all) * 10_000) / 10_000 : null);
    assert.deepEqual(
      [rising.hooks_added, rising.all_hooks_added, rising.n, rising.share, rising.share_before],
      [
        found.now,
        found.all_now,
        found.now + found.before,
        ratio(found.now, found.all_now),
        ratio(found.before, found.all_before),
      ],
    );
    const trend = trends.data.find(({ value }: { value: string }) => value === rising.archetype);
    assert.equal(rising.verdict, trend?.verdict ?? 'insufficient_data');
    assert.deepEqual([rising.from, rising.until], [trends.from, trends.until]);
  }
});

test('every observation, its share and its n are those of SQL', async () => {
  const kinds = new Set<string>();
  for (const draft of drafts) {
    const { top_decile: top, observations, language, word_count } = await check(draft);
    assert.ok(top);
    const { sql, values } = inScope(top);
    const scope = `select * from hooks where ${sql} and ($3::text is null or language = $3 or language like $3 || '-%')`;
    const scoped = [...values, top.language];
    const decile = `(${scope} order by views desc, id limit (select ceil(count(*) / 10.0) from (${scope}) counted))`;
    const size = await one(
      `select count(*)::int as n, min(views)::int as min_views, (select count(*)::int from (${scope}) counted) as all from ${decile} top`,
      scoped,
    );
    assert.deepEqual({ n: top.n, min_views: top.min_views, all: top.all }, size);
    for (const { kind, ...observation } of observations) {
      kinds.add(kind);
      assert.equal(observation.n, size.n);
      assert.ok(observation.text.includes(`n = ${size.n}`), observation.text);
      if (kind === 'word_count') {
        const { median } = await one(
          `select round(percentile_cont(0.5) within group (order by word_count)::numeric)::int as median from ${decile} top`,
          scoped,
        );
        assert.deepEqual([observation.value, observation.draft], [median, splitWords(draft.text).length]);
        assert.equal(word_count, observation.draft);
        continue;
      }
      const pattern = traits.find((trait) => trait.kind === kind)?.pattern;
      const found = await one(
        `select (select round(avg((text ~ $4)::int), 4)::float from ${decile} top) as share,
          (select round(avg((text ~ $4)::int), 4)::float from (${scope}) counted) as of_all, $5::text ~ $4 as draft`,
        [...scoped, pattern, draft.text],
      );
      assert.deepEqual([observation.share, observation.share_of_all, observation.draft], Object.values(found), kind);
      assert.ok(observation.text.includes(`${Math.round(found.share * 100)} % of the top decile`), observation.text);
    }
    const expected = traits.filter(({ isEnglish }) => !isEnglish || language.value?.startsWith('en')).length + 1;
    assert.equal(observations.length, expected, draft.text);
  }
  assert.equal(kinds.size, traits.length + 1);
});

test('labels have a confidence and reasons; what a request gives is taken as it is, and a guess with little confidence is not compared with', async () => {
  const guessed = await check({ text: '  Stop doing crunches if you want abs ' });
  assert.deepEqual([guessed.archetype.value, guessed.niche.value], ['negative_command', 'fitness']);
  assert.ok(guessed.archetype.confidence > 0.5 && guessed.archetype.alternatives.length > 0);
  assert.ok(guessed.archetype.why.some((reason) => reason.kind === 'cue' && /stop/i.test(reason.text)));
  assert.deepEqual([guessed.language.value, guessed.language.method, guessed.word_count], ['en', 'detected', 7]);
  const given = await check({ text: 'Stop doing crunches', niche: 'Personal finance', language: 'en_us' });
  const niche = { value: 'finance', confidence: 1, method: 'given', alternatives: [], why: [] };
  assert.deepEqual([given.niche, given.language.value], [niche, 'en-US']);
  assert.equal((await check({ text: 'I made $500 in 3 days' })).template, 'I made [amount] in [time]');
  const unsure = await check({ text: 'Nobody tells you this' });
  assert.ok(unsure.niche.confidence < 0.5);
  assert.deepEqual([unsure.standing.niche, unsure.top_decile?.niche], [null, null]);
});

test('the line of a published hook has the labels of the hook, and so do its figures; what the request gives is kept', async () => {
  const { id, text, ...labels } = await one(
    "select id, text, archetype, emotional_trigger, niche from hooks where archetype = 'bold_claim' and niche = 'food' limit 1",
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

test('POST /demo/check needs no key, takes only the text, and answers five times a minute and so often a day', async () => {
  const demo = (body: object, ip = '203.0.113.7') =>
    service.send('POST', '/demo/check', undefined, { body, headers: { 'x-forwarded-for': ip } });
  const { text } = defined(drafts[0]);
  const { status, body } = await demo({ text });
  assert.equal(status, 200);
  const { language, rising, similar, ...whole } = await check({ text });
  assert.deepEqual(body.data, { ...whole, similar: similar.slice(0, 3) });
  assert.equal((await demo({ text, niche: 'fitness' })).status, 422);
  for (let n = 0; n < 3; n++) assert.equal((await demo({ text })).status, 200);
  const refused = await demo({ text });
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.equal((await demo({ text }, '203.0.113.8')).status, 200);

  assert.ok(defaultLimits.demoChecksPerDay < (plans.free.limits.perDay ?? 0));
  const unused = () => assert.fail();
  const limits = { ...defaultLimits, demoChecksPerDay: 3 };
  const [daily] = demoCheckEndpoints({ catalog: unused, labeller: unused, meaning: undefined, limits });
  for (let n = 0; n < 3; n++) daily?.onRequest?.('203.0.113.9');
  assert.throws(() => daily?.onRequest?.('203.0.113.9'), /More than 3 checks in a day.*request one at \/request-a-key/);
});

type Item = { id: string; text: string; similarity: { score: number; why: { kind: string; words?: string[] }[] } };

test('similar hooks are listed with a score and why, the most similar first, within the filters', async () => {
  const id = await idOf(bread[0]);
  const { status, body } = await service.get(`/hooks/${id}/similar`, key);
  assert.equal(status, 200);
  assert.deepEqual(textsOf(body.data), [bread[1], bread[2]]);
  assert.deepEqual([body.count, body.total, body.next_cursor], [2, 2, null]);
  const [first, second]: Item[] = body.data;
  assert.deepEqual(Object.keys(defined(first)).slice(-2), ['niche', 'similarity']);
  assert.ok(defined(first).similarity.score >= defined(second).similarity.score);
  const [words, ...others] = defined(second).similarity.why;
  assert.deepEqual([words?.kind, words?.words?.length, others], ['words', 5, []]);
  assert.ok(words?.words?.every((word) => bread[2].split(' ').includes(word)));
  assert.ok(defined(first).similarity.why.some(({ kind }) => kind === 'archetype'));
  assert.deepEqual(textsOf((await service.get(`/hooks/${id}/similar?niche=-food`, key)).body.data), [bread[2]]);
  assert.equal((await service.get(`/hooks/${id}/similar?limit=1`, key)).body.count, 1);
});

test('POST /similar finds a line with the same words with the score 1, and nothing for a text unlike any', async () => {
  const { status, body } = await post('/similar', { text: 'rye bread needs patience, and a hot oven!' });
  assert.deepEqual([status, body.data[0].text, body.data[0].similarity.score], [200, bread[0], 1]);
  const filtered = await post('/similar', { text: 'rye bread needs patience', limit: 1, filters: { niche: ['food'] } });
  assert.deepEqual(textsOf(filtered.body.data), [bread[1]]);
  const unlike = await post('/similar', { text: 'Quarterly tax forms explained' });
  assert.deepEqual([unlike.status, unlike.body.data, unlike.body.total], [200, [], 0]);
});

test('GET /templates lists the templates that several creators have, with the figures of SQL and their most viewed hooks', async () => {
  const { status, body } = await service.get('/templates?platform=Reels', key);
  assert.equal(status, 200, JSON.stringify(body));
  type Template = { examples: { views: number }[]; median_views: number };
  assert.deepEqual(
    body.data.map(({ examples, ...rest }: Template) => ({ ...rest, examples: examples.map(({ views }) => views) })),
    [
      {
        template: 'The truth about [topic] nobody admits',
        slots: ['topic'],
        n: 2,
        median_views: 4_000_000,
        archetype: 'insider_secret',
        examples: [5_000_000, 3_000_000],
      },
      {
        template: 'Stop buying [topic] before you read this.',
        slots: ['topic'],
        n: 7,
        median_views: 500_000,
        archetype: 'negative_command',
        examples: [800_000, 700_000, 600_000],
      },
    ],
  );
  const columns = ['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'];
  assert.deepEqual(Object.keys(body.data[0].examples[0]), columns);
});

test('GET /templates takes sort, slot, min_n and the filters of lists, and walks by cursor', async () => {
  const list = (query: string) => service.get(`/templates?platform=Reels&${query}`, key);
  const sizes = async (query: string) => (await list(query)).body.data.map(({ n }: { n: number }) => n);
  assert.deepEqual(await sizes('sort=-n'), [7, 2]);
  assert.deepEqual(await sizes('min_n=3'), [7]);
  assert.deepEqual(await sizes('slot=topic'), [2, 7]);
  assert.deepEqual(await sizes('slot=topic,year'), []);
  assert.deepEqual(await sizes('min_views=300000&sort=-n'), [6, 2]);
  assert.deepEqual(await sizes('niche=-business'), [7], 'of the other, one hook is left');
  const first = await list('limit=1');
  assert.equal(first.body.total, 2);
  assert.match(first.headers.get('link') ?? '', /rel="next"/);
  const second = await list(`limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual([second.body.data[0].n, second.body.next_cursor], [7, null]);
  assert.equal((await list(`sort=-n&cursor=${first.body.next_cursor}`)).body.code, 'invalid_cursor');
  for (const query of ['slot=thing', 'sort=n', 'min_n=1', 'limit=101', 'nich=food'])
    assert.equal((await list(query)).status, 400, query);
});

test('POST /adapt fills a template with grammar kept, and keeps what the line of a hook has where no value is given', async () => {
  const template = '[number] mistakes with a [topic] in [year]';
  const slots = { number: '1', year: '2027' };
  const { status, body } = await post('/adapt', { template, slots, topic: 'air fryer' });
  assert.equal(status, 200, JSON.stringify(body));
  const text = '1 mistake with an air fryer in 2027';
  assert.deepEqual(body.data, [{ text, filled: { number: '1', topic: 'air fryer', year: '2027' }, template }]);
  assert.deepEqual([body.count, body.total, body.next_cursor], [1, 1, null]);
  for (const [line, more, expected] of [
    ['My 3 rules for a $500 lunch in 2026', { slots: { amount: '$80' } }, 'My 3 rules for an $80 lunch in 2026'],
    ['At 6 p.m., my 3 rules for a $500 lunch in 2026', {}, 'At 6 p.m., my 3 rules for a $500 lunch in 2026'],
    ['Stop buying crypto before you read this.', { topic: 'umbrellas' }, 'Stop buying umbrellas before you read this.'],
  ] as const) {
    const adapted = await post('/adapt', { id: await idOf(line), ...more });
    assert.equal(adapted.body.data[0].text, expected);
  }
});

test('bodies that make no sense are refused with the pointer of what is wrong', async () => {
  const id = await idOf('My 3 rules for a $500 lunch in 2026');
  const template = 'Stop [topic]';
  const wrong: [path: string, body: unknown, pointers: string[], detail?: RegExp][] = [
    ['/check', {}, ['#/text']],
    ['/check', { text: 'a'.repeat(501) }, ['#/text']],
    ['/check', { text: 'a', niche: 'finanse', platform: 'tiktik' }, ['#/niche', '#/platform'], /TikTok/],
    ['/check', { text: 'a', niche: '-finance' }, ['#/niche']],
    ['/similar', { text: 'x'.repeat(501) }, ['#/text']],
    ['/similar', { text: 'rye', limit: 0 }, ['#/limit']],
    ['/similar', { text: 'rye', filters: { niche: ['fod'] } }, ['#/filters/niche'], /food/],
    ['/adapt', { template, id: 'hook_1', topic: 'tea' }, ['#/']],
    ['/adapt', { template: 'Stop', topic: 'tea' }, ['#/template']],
    ['/adapt', { template: 'Stop [topic]\u2028now', topic: 'tea' }, ['#/template']],
    ['/adapt', { template, slots: { thing: 'tea' } }, ['#/slots/thing']],
    ['/adapt', { template, topic: 'tea\nand' }, ['#/topic']],
    ['/adapt', { template, topic: '[topic]' }, ['#/topic']],
    ['/adapt', { template, slots: { topic: ['tea', ''] } }, ['#/slots/topic/1'], /A value must /],
    ['/adapt', { template, slots: { topic: Array(21).fill('tea') } }, ['#/slots/topic'], /A value must /],
    [
      '/adapt',
      { template: 'I made [amount] with [topic] in [time]', topic: 'tea' },
      ['#/slots/amount', '#/slots/time'],
    ],
    ['/adapt', { id, topic: 'tea' }, ['#/topic'], /no \[topic\].*\[number\], \[amount\], \[year\]/],
    ['/adapt', { id: await idOf('Nobody saw this coming'), topic: 'hats' }, ['#/id']],
    ['/adapt', { template, topic: 'coffee', variants: 3 }, ['#/variants'], /HOOKLINE_LLM_URL/],
  ];
  const found: unknown[] = [];
  for (const [path, body, , detail = /./] of wrong) {
    const { status, body: problem } = await post(path, body);
    const { code, errors = [] } = problem;
    found.push([status, code, path, body, errors.map(({ pointer }: { pointer: string }) => pointer)]);
    assert.match(errors.map((error: object) => Object.values(error).join(' ')).join(), detail);
  }
  const expected = wrong.map(([path, body, pointers]) => [422, 'invalid_body', path, body, pointers]);
  assert.deepEqual(found, expected);
  for (const query of ['limit=51', 'niche=fod', 'sort=views'])
    assert.equal((await service.get(`/hooks/${id}/similar?${query}`, key)).status, 400, query);
  assert.equal((await service.get('/hooks/hook_999999/similar', key)).status, 404);
  assert.equal((await post('/adapt', { id: 'hook_999999', topic: 'tea' })).status, 404);
});

test('similar hooks of a retired hook answer 410, those of a merged one redirect to those of the hook that replaced it', async () => {
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
  const { status, body } = await post('/adapt', { id: from, topic: 'ovens' });
  assert.equal(status, 410);
  assert.match(body.detail, new RegExp(`merged into ${into}\\.`));
});
