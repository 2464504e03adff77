// GET /templates and POST /adapt through the real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;

const subjects = ['index funds', 'protein powder', 'skincare', 'crypto', 'coffee', 'headphones', 'sneakers'];

before(async () => {
  service = await testService();
  key = (await service.account('free')).key;
  const hook = (text: string, views: number, more: object = {}) =>
    JSON.stringify({
      text,
      views,
      platform: 'TikTok',
      archetype: 'negative_command',
      emotional_trigger: 'fear',
      niche: 'finance',
      language: 'en',
      source_id: text,
      ...more,
    });
  const lines = [
    ...subjects.map((subject, n) => hook(`Stop buying ${subject} before you read this.`, 200_000 + n * 100_000)),
    hook('The truth about crypto nobody admits', 5_000_000, { archetype: 'insider_secret', niche: 'business' }),
    hook('The truth about skincare nobody admits', 3_000_000, { archetype: 'insider_secret' }),
    // One creator alone proves nothing.
    hook('I tried 3 diets so you never have to', 9_000_000, { creator: 'same' }),
    hook('I tried 5 diets so you never have to', 9_000_000, { creator: '@Same' }),
    // Without a slot.
    hook('Nobody saw this coming', 9_000_000),
    // The template of a source stays as it is.
    hook('Stop buying watches before you read this.', 100_000, {
      template: 'Stop buying [thing] before you read this.',
    }),
    hook('My 3 rules for a $500 lunch in 2026', 150_000),
    hook('At 6 p.m., my 3 rules for a $500 lunch in 2026', 140_000),
  ];
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=templates');
  assert.equal(report.added, lines.length, JSON.stringify(report));
});

after(async () => {
  await service.close();
});

const idOf = async (text: string): Promise<string> => {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { rows } = await client.query('select id from hooks where text = $1', [text]);
  await client.end();
  return `hook_${rows[0].id}`;
};
const adapt = (body: object) => service.send('POST', '/adapt', key, { body });

test('GET /templates lists the templates that several creators have, by median views, with their most viewed hooks', async () => {
  const { status, body } = await service.get('/templates', key);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.data.map(({ examples, ...rest }: { examples: { views: number }[] }) => ({
      ...rest,
      examples: examples.map(({ views }) => views),
    })),
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
  assert.deepEqual(Object.keys(body.data[0].examples[0]), [
    'id',
    'text',
    'views',
    'platform',
    'archetype',
    'emotional_trigger',
    'niche',
  ]);
});

test('the figures of a template are those of SQL over the database', async () => {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { rows } = await client.query(`
    select template, count(*)::int as n, round(percentile_cont(0.5) within group (order by views)::numeric)::float8 as median
    from hooks where template like '%[topic]%' group by template having count(*) > 1
    order by median desc`);
  await client.end();
  const { body } = await service.get('/templates', key);
  assert.deepEqual(
    body.data.map(({ template, n, median_views }: Record<string, unknown>) => ({ template, n, median: median_views })),
    rows,
  );
});

test('GET /templates takes sort, slot, min_n and the filters of lists, and walks by cursor', async () => {
  const names = async (query: string) => {
    const { status, body } = await service.get(`/templates?${query}`, key);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ n }: { n: number }) => n);
  };
  assert.deepEqual(await names('sort=-n'), [7, 2]);
  assert.deepEqual(await names('min_n=3'), [7]);
  assert.deepEqual(await names('slot=topic'), [2, 7]);
  assert.deepEqual(await names('slot=topic,year'), []);
  assert.deepEqual(await names('min_views=300000&sort=-n'), [6, 2]);
  // One of its two hooks is left.
  assert.deepEqual(await names('niche=-business'), [7]);
  const first = await service.get('/templates?limit=1', key);
  assert.equal(first.body.total, 2);
  assert.match(first.headers.get('link') ?? '', /rel="next"/);
  const second = await service.get(`/templates?limit=1&cursor=${first.body.next_cursor}`, key);
  assert.deepEqual([second.body.data[0].n, second.body.next_cursor], [7, null]);
  const other = await service.get(`/templates?sort=-n&cursor=${first.body.next_cursor}`, key);
  assert.equal(other.body.code, 'invalid_cursor');
  for (const query of ['slot=thing', 'sort=n', 'min_n=1', 'limit=101', 'nich=food'])
    assert.equal((await service.get(`/templates?${query}`, key)).status, 400, query);
});

test('POST /adapt fills a template, with grammar kept', async () => {
  const { status, body } = await adapt({
    template: '[number] mistakes with a [topic] in [year]',
    slots: { number: '1', year: '2027' },
    topic: 'air fryer',
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.data, [
    {
      text: '1 mistake with an air fryer in 2027',
      filled: { number: '1', topic: 'air fryer', year: '2027' },
      template: '[number] mistakes with a [topic] in [year]',
    },
  ]);
  assert.deepEqual([body.count, body.total, body.next_cursor], [1, 1, null]);
});

test('POST /adapt of a hook keeps what its line has where no value is given', async () => {
  const own = await adapt({ id: await idOf('My 3 rules for a $500 lunch in 2026'), slots: { amount: '$80' } });
  assert.equal(own.body.data[0].text, 'My 3 rules for an $80 lunch in 2026');
  const unchanged = await adapt({ id: await idOf('At 6 p.m., my 3 rules for a $500 lunch in 2026') });
  assert.equal(unchanged.body.data[0].text, 'At 6 p.m., my 3 rules for a $500 lunch in 2026');
  const topic = await adapt({ id: await idOf('Stop buying crypto before you read this.'), topic: 'umbrellas' });
  assert.equal(topic.body.data[0].text, 'Stop buying umbrellas before you read this.');
  const none = await adapt({ id: await idOf('Nobody saw this coming'), topic: 'hats' });
  assert.deepEqual([none.status, none.body.errors[0].pointer], [422, '#/id']);
});

test('POST /adapt names the slots that have no value, and those that the line does not have', async () => {
  const missing = await adapt({ template: 'I made [amount] with [topic] in [time]', topic: 'tea' });
  assert.equal(missing.status, 422);
  assert.deepEqual(
    missing.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['#/slots/amount', '#/slots/time'],
  );
  const unknown = await adapt({ id: await idOf('My 3 rules for a $500 lunch in 2026'), topic: 'tea' });
  assert.equal(unknown.status, 422);
  assert.match(unknown.body.errors[0].detail, /no \[topic\].*\[number\], \[amount\], \[year\]/);
});

const refused: readonly [string, object][] = [
  ['neither template nor id', { topic: 'tea' }],
  ['both template and id', { template: '[topic]', id: 'hook_1', topic: 'tea' }],
  ['a template without a slot', { template: 'Stop', topic: 'tea' }],
  ['a topic twice', { template: 'Stop [topic]', topic: 'tea', slots: { topic: 'tea' } }],
  ['an unknown slot', { template: 'Stop [topic]', slots: { thing: 'tea' } }],
  ['a value of two lines', { template: 'Stop [topic]', topic: 'tea\nand' }],
  ['a value with a slot', { template: 'Stop [topic]', topic: '[topic]' }],
  ['an empty value', { template: 'Stop [topic]', topic: ' ' }],
  ['a template of two lines', { template: 'Stop [topic]\u2028now', topic: 'tea' }],
];
for (const [what, body] of refused)
  test(`POST /adapt answers 422 to ${what}`, async () => assert.equal((await adapt(body)).status, 422));

test('POST /adapt says what values must be', async () => {
  for (const wrong of [5, [], ['tea', ''], Array(21).fill('tea'), { 0: 'tea' }]) {
    const { status, body } = await adapt({ template: 'Stop [topic]', slots: { topic: wrong } });
    assert.equal(status, 422);
    assert.match(body.errors[0].pointer, /^#\/slots\/topic/);
    assert.match(body.errors[0].detail, /^A value must /);
  }
  const { body } = await adapt({ template: '', topic: 'tea' });
  assert.equal(body.errors[0].detail, '`template` must not be empty.');
});

test('POST /adapt with variants names what the operator has to set where there is no language model', async () => {
  const { status, body } = await adapt({ template: 'Stop buying [topic]', topic: 'coffee', variants: 3 });
  assert.deepEqual([status, body.code, body.errors[0].pointer], [422, 'invalid_body', '#/variants']);
  assert.match(body.detail, /HOOKLINE_LLM_URL/);
});

test('POST /adapt answers 404 for a hook that does not exist', async () => {
  assert.equal((await adapt({ id: 'hook_999999', topic: 'tea' })).status, 404);
});
