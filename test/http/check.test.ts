// POST /check and POST /demo/check through the real service: every figure is recomputed by SQL over the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { plans } from '../../src/accounts/plan.ts';
import type { DraftCheck } from '../../src/catalog/check/check-schema.ts';
import { traits } from '../../src/catalog/snapshot/traits.ts';
import { splitWords } from '../../src/catalog/snapshot/vocabulary.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { demoCheckEndpoints } from '../../src/http/endpoints/catalog/check.ts';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;
let client: pg.Client;

before(async () => {
  service = await testService({ HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  key = (await service.account('free')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { report } = await service.import(catalogLines().join('\n'), 'preset=hookline&format=jsonl&source=check');
  assert.equal(report.added, 1200);
});

after(async () => {
  await client.end();
  await service.close();
});

const archetypes = ['negative_command', 'how_to', 'question', 'story', 'bold_claim'];
const subjects = ['squats', 'your abs', 'my first marathon', 'protein', 'sleep', 'push-ups', 'the gym', 'us runners'];
const openings = [
  'Stop',
  'How',
  'Never',
  'I tried',
  'Why',
  'This is what',
  '3 things about',
  '“Don’t',
  'Forget',
  'We did',
];
const spanish = ['Nunca hagas esto con', 'Cómo empezar con', 'Por qué lo dejo todo por', '3 cosas que no sabes de'];
const endings = ['', '?', ' in 30 days', '!', ', you said', ' — 100 % honest', ' and it was mine'];

/** 800 of fitness, 300 of finance and 100 of food, with ties of views, in three languages, first seen over 20 days. */
function catalogLines(): string[] {
  const of = <T>(values: readonly T[], n: number) => values[n % values.length];
  return Array.from({ length: 1200 }, (_, n) => {
    const mixed = (n * 7919) % 1201;
    const isSpanish = n % 10 > 6;
    return JSON.stringify({
      text: `${of(isSpanish ? spanish : openings, mixed)} ${of(subjects, n)} take ${numberWords(n)}${of(endings, mixed)}`,
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

/** Different texts without digits. */
function numberWords(n: number): string {
  const names = ['zero', 'one', 'two', 'six', 'ten', 'red', 'blue', 'grey', 'pink', 'gold'];
  return [...String(n)].map((digit) => names[Number(digit)]).join(' ');
}

const check = async (body: object): Promise<DraftCheck> => {
  const answer = await service.send('POST', '/check', key, { body });
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

type Scope = { niche: string | null; platform: string | null };
const inScope = ({ niche, platform }: Scope) => ({
  sql: `state = 'published' and ($1::text is null or niche = $1) and ($2::text is null or platform = $2)`,
  values: [niche, platform],
});

async function one(sql: string, values: readonly unknown[]) {
  const { rows } = await client.query(sql, [...values]);
  return rows[0];
}

test('the figures of the standing are those of SQL, and so are those of a wider group', async () => {
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
      const { archetype, niche, platform, n, median_views, p25_views, p75_views } = figures;
      assert.equal(n, found.n);
      if (n < 30) {
        assert.equal(figures.verdict, 'insufficient_data');
        assert.deepEqual([median_views, p25_views, p75_views], [null, null, null]);
      } else {
        assert.equal(figures.verdict, undefined);
        assert.deepEqual({ n, median_views, p25_views, p75_views }, found, `${archetype} ${niche} ${platform}`);
      }
    }
  }
});

test('a group with fewer than 30 hooks has no figures, but the next wider one that has enough', async () => {
  const { standing } = await check({ text: 'Stop cooking rice like that', niche: 'food', platform: 'YouTube' });
  assert.deepEqual([standing.archetype, standing.niche, standing.platform], ['negative_command', 'food', 'YouTube']);
  assert.equal(standing.verdict, 'insufficient_data');
  assert.deepEqual([standing.wider?.niche, standing.wider?.platform], ['food', null]);
  const { standing: enough } = await check({ text: 'Stop doing crunches', niche: 'fitness' });
  assert.equal(enough.wider, null);
});

test('what is rising is what SQL and GET /trends say', async () => {
  const scale = (await service.account('scale')).key;
  const trends = (await service.get('/trends?window=7d', scale)).body;
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
    const enough = found.now + found.before >= 30;
    const ratio = (part: number, all: number) => (enough ? Math.round((part / all) * 10_000) / 10_000 : null);
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

test('observations are of the niche on the platform, of the niche, or of all, whichever has 30 first', async () => {
  const scopeOf = async (draft: object) => {
    const { top_decile: top } = await check({ text: 'Stop doing crunches if you want abs', ...draft });
    return top && [top.niche, top.platform, top.language];
  };
  assert.deepEqual(await scopeOf({ niche: 'fitness', platform: 'TikTok' }), ['fitness', 'TikTok', 'en']);
  assert.deepEqual(await scopeOf({ niche: 'finance', platform: 'TikTok' }), [null, null, 'en']);
  assert.deepEqual(await scopeOf({ niche: 'food' }), [null, null, 'en']);
  const { top_decile: none, observations } = await check({ text: 'Hör auf mit Sit-ups', language: 'de' });
  assert.deepEqual([none, observations], [null, []]);
});

test('the nearest hooks are at most ten, with their views and links as in the database', async () => {
  const { similar } = await check({ text: 'Stop the gym take one two red in 30 days' });
  assert.ok(similar.length > 0 && similar.length <= 10);
  const scores = similar.map(({ similarity: { score } }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.ok(similar.some(({ similarity: { why } }) => why.some((reason) => reason.kind === 'archetype')));
  for (const { similarity, ...hook } of similar) {
    assert.ok(similarity.why.length > 0);
    const found = await one(
      `select 'hook_' || id as id, text, views::int, platform, archetype, emotional_trigger, niche, source_url from hooks where id = $1`,
      [hook.id.slice(5)],
    );
    assert.deepEqual(hook, found);
  }
  assert.deepEqual((await check({ text: 'Zzyzx qwrtp' })).similar, []);
});

test('traits mean the same to JavaScript and to PostgreSQL', async () => {
  const texts = [
    ...[
      '',
      ' ',
      'i',
      'I',
      'İ',
      'ı',
      'ℹ',
      'Ｉ',
      'me',
      'Me?',
      'MINE',
      'mine\u0301',
      'émine',
      'you’re',
      "YOU'RE",
      'youth',
    ],
    ...[
      '¿por qué?',
      '多少？',
      'لماذا؟',
      '٣',
      '３',
      '1',
      '½',
      '²',
      '🔟',
      '\u{1F170}',
      '4️⃣',
      'Why\u200bnot',
      '\ufeffWhy',
      'Why\n',
    ],
    ...[
      '“Don’t”',
      "don't",
      'dont',
      'Don`t',
      'Donut',
      "don't\u0301",
      'do  not',
      'do not',
      'DO NOT',
      'a stop',
      '...stop',
      '5 stop',
    ],
    ...[
      'STOP',
      'ſtop',
      'Kyou',
      'you\n',
      '\nstop',
      'stop\r\nyou',
      'how\u00a0',
      '\u00a0how',
      '😀how',
      '\u{10FFFF}how',
      'how\\',
      '[you]',
    ],
    ...[
      'who_',
      '_who',
      'who9',
      '9who',
      'yOuRsElF',
      'your\tself',
      'wh\u0443',
      'weWe',
      'we-we',
      'o\u0308ur',
      'ours.',
      '\u061f',
      '\uff1f',
    ],
  ];
  const { rows } = await client.query(
    `select ${traits.map((_, at) => `text ~ $${at + 2} as t${at}`).join()} from unnest($1::text[]) with ordinality as one (text, at) order by at`,
    [texts, ...traits.map(({ pattern }) => pattern)],
  );
  const found = texts.map((text) => traits.map(({ pattern }) => new RegExp(pattern).test(text)));
  assert.deepEqual(
    found.map((values, at) => [texts[at], ...values]),
    rows.map((row, at) => [texts[at], ...Object.values(row)]),
  );
  for (const at of traits.keys()) assert.ok(found.some((values) => values[at]) && found.some((values) => !values[at]));
});

test('labels have a confidence and reasons; a given niche and language are taken as they are', async () => {
  const guessed = await check({ text: '  Stop doing crunches if you want abs ' });
  assert.deepEqual([guessed.archetype.value, guessed.niche.value], ['negative_command', 'fitness']);
  assert.ok(guessed.archetype.confidence > 0.5 && guessed.archetype.alternatives.length > 0);
  assert.ok(guessed.archetype.why.some((reason) => reason.kind === 'cue' && /stop/i.test(reason.text)));
  assert.deepEqual([guessed.language.value, guessed.language.method, guessed.word_count], ['en', 'detected', 7]);
  assert.equal(guessed.sample_data, false);
  const given = await check({ text: 'Stop doing crunches', niche: 'Personal finance', language: 'en_us' });
  const niche = { value: 'finance', confidence: 1, method: 'given', alternatives: [], why: [] };
  assert.deepEqual([given.niche, given.language.value], [niche, 'en-US']);
  const { template } = await check({ text: 'I made $500 in 3 days' });
  assert.equal(template, 'I made [amount] in [time]');
});

test('the line of a published hook has the labels of the hook, and so do its figures; what the request gives is kept', async () => {
  const { rows } = await client.query(
    "select id, text, archetype, emotional_trigger, niche from hooks where archetype = 'bold_claim' and niche = 'food' limit 1",
  );
  const [{ id, text, ...labels }] = rows;
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
  const given = await check({ text, niche: 'finance' });
  assert.deepEqual(valuesOf(given), { ...labels, niche: 'finance' });
  assert.equal((await check({ text: `${text} today` })).published, null);
});

test('a niche that is guessed with little confidence is not compared with', async () => {
  const { niche, standing, top_decile: top } = await check({ text: 'Nobody tells you this' });
  assert.ok(niche.confidence < 0.5);
  assert.deepEqual([standing.niche, top?.niche], [null, null]);
});

test('POST /check refuses what it does not know, and says what to send', async () => {
  const refused = async (body: unknown) => {
    const { status, body: problem } = await service.send('POST', '/check', key, { body });
    assert.deepEqual([status, problem.code], [422, 'invalid_body'], JSON.stringify(problem));
    return problem.errors.map(({ pointer, did_you_mean }: Record<string, string>) => [pointer, did_you_mean]);
  };
  assert.deepEqual(await refused({}), [['#/text', undefined]]);
  assert.deepEqual(await refused({ text: ' ' }), [['#/text', undefined]]);
  assert.deepEqual(await refused({ text: '?!…' }), [['#/text', undefined]]);
  assert.deepEqual(await refused({ text: 'a'.repeat(501) }), [['#/text', undefined]]);
  assert.deepEqual(await refused({ text: 'a', nich: 'food' }), [['#/nich', 'niche']]);
  assert.deepEqual(
    await refused({ text: 'a', niche: 'finanse', platform: 'tiktik' }),
    [
      ['#/platform', 'TikTok'],
      ['#/niche', 'finance'],
    ].sort(),
  );
  assert.deepEqual(await refused({ text: 'a', niche: '-finance' }), [['#/niche', undefined]]);
  assert.deepEqual(await refused({ text: 'a', language: 'Klingonese' }), [['#/language', undefined]]);
  assert.equal((await service.send('POST', '/check', key, { body: { text: ` ${'a'.repeat(500)} ` } })).status, 200);
});

test('a check is one call of the quota, a refused one is none', async () => {
  const { key: own } = await service.account('free', { per_day: 2 });
  const send = async (text: string) => (await service.send('POST', '/check', own, { body: { text } })).status;
  assert.deepEqual(
    [await send(''), await send('Stop doing crunches'), await send('Stop'), await send('Stop')],
    [422, 200, 200, 429],
  );
});

test('POST /demo/check needs no key, takes only the text, and answers five times a minute', async () => {
  const demo = (body: object, ip = '203.0.113.7') =>
    service.send('POST', '/demo/check', undefined, { body, headers: { 'x-forwarded-for': ip } });
  const { text } = drafts[0] ?? assert.fail();
  const { status, body } = await demo({ text });
  assert.equal(status, 200);
  const { language, rising, similar, ...whole } = await check({ text });
  assert.deepEqual(body.data, { ...whole, similar: similar.slice(0, 3) });
  assert.equal((await demo({ text, niche: 'fitness' })).status, 422);
  for (let n = 0; n < 3; n++) assert.equal((await demo({ text })).status, 200);
  const refused = await demo({ text });
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
  assert.equal((await demo({ text }, '203.0.113.8')).status, 200);
});

test('an IP address may check fewer lines a day on the home page than the Free plan includes calls', () => {
  assert.ok(defaultLimits.demoChecksPerDay < (plans.free.limits.perDay ?? 0));
  const limits = { ...defaultLimits, demoChecksPerDay: 3 };
  const [demo] = demoCheckEndpoints({
    catalog: () => assert.fail(),
    labeller: () => assert.fail(),
    meaning: undefined,
    limits,
  });
  for (let n = 0; n < 3; n++) demo?.onRequest?.('203.0.113.9');
  assert.throws(() => demo?.onRequest?.('203.0.113.9'), /More than 3 checks in a day.*request one at \/request-a-key/);
});
