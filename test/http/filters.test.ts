// Filters of lists and exports, through the real service: each finds what SQL finds, and wrong ones are explained.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type TestService, testService } from '../setup/service.ts';

let service: TestService;
let key: string;
let client: pg.Client;
let ids: string[];

const texts = ['Stop saving money like this', 'My money story began three years ago', 'Three long years ago I left'];

before(async () => {
  service = await testService();
  const lines = Array.from({ length: 60 }, (_, n) => {
    const known = <T>(every: number, value: T) => (n % every === 0 ? value : undefined);
    return JSON.stringify({
      text: `${texts[n % texts.length]}, part number ${n}`,
      views: 100_000 + n * 1000,
      platform: n % 2 ? 'TikTok' : 'YouTube',
      archetype: n % 4 ? 'story' : 'question',
      emotional_trigger: 'curiosity',
      niche: ['finance', 'food', 'travel'][n % 3],
      format: known(2, 'vlog'),
      language: n % 5 ? 'en' : 'en-GB',
      creator: known(3, n % 2 ? '@AnnMoney' : 'Bob, the cook'),
      source_url: known(4, `https://www.youtube.com/watch?v=${String(n).padStart(11, 'x')}`),
      published_at: known(5, new Date(Date.UTC(2026, 0, 1 + n, 12)).toISOString()),
      likes: known(2, n * 10),
      comments: known(3, n),
      shares: known(4, 2 ** 33 + n),
      duration_seconds: known(2, n + 0.5),
    });
  });
  const { report } = await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  assert.equal(report.added, 60);
  key = (await service.account('enterprise')).key;
  client = new pg.Client(service.databaseUrl);
  await client.connect();
  const { rows } = await client.query('select id from hooks order by id limit 3');
  ids = rows.map(({ id }) => `hook_${id}`);
});

after(async () => {
  await client.end();
  await service.close();
});

async function found(query: string): Promise<string[]> {
  const { status, body } = await service.get(`/hooks?limit=100&${query}`, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ id }: { id: string }) => id);
}

async function selected(where: string): Promise<string[]> {
  const { rows } = await client.query(`select id from hooks where ${where} order by views desc, id`);
  return rows.map(({ id }) => `hook_${id}`);
}

/** The filter as JSON, and the condition in SQL. */
const cases: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ niche: ['-finance', '-food'] }, "niche not in ('finance', 'food')"],
  [{ niche: ['food', 'travel', '-food'] }, "niche = 'travel'"],
  [{ archetype: ['-Question'], format: ['-vlog'] }, "archetype <> 'question' and format is distinct from 'vlog'"],
  [{ language: ['en', '-en-gb'] }, "language = 'en'"],
  [{ creator: ['annmoney'] }, "creator in ('AnnMoney', '@AnnMoney')"],
  [{ creator: ['-@ANNMONEY'] }, "creator is null or creator not in ('AnnMoney', '@AnnMoney')"],
  [{ source_url: 'https://youtu.be/xxxxxxxxxx8?si=1' }, "source_url like '%xxxxxxxxxx8'"],
  [{ min_likes: 100, max_likes: 300 }, 'likes between 100 and 300'],
  [{ max_comments: 9 }, 'comments <= 9'],
  [{ min_shares: 2 ** 33 + 20 }, `shares >= ${2 ** 33 + 20}`],
  [{ min_duration_seconds: 11, max_duration_seconds: 20 }, 'duration_seconds between 11 and 20'],
  [{ max_word_count: 8 }, 'word_count <= 8'],
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
  [{ labels_method: ['-given'] }, 'false'],
  [
    { template: 'Stop saving money like this, part number [number]' },
    "lower(template) = 'stop saving money like this, part number [number]'",
  ],
  [{ q: '"years ago"' }, "text ~* '\\myears ago\\M'"],
  [{ q: '"three years ago"' }, "text ~* '\\mthree years ago\\M'"],
  [{ q: '-money' }, "text !~* '\\mmoney\\M'"],
  [{ q: '"ago" -"three years"' }, "text ~* '\\mago\\M' and text !~* '\\mthree years\\M'"],
];

for (const [filters, where] of cases)
  test(`${JSON.stringify(filters)} finds what SQL finds, in lists and in exports`, async () => {
    const expected = await selected(where);
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([name, value]) =>
        name === 'q' || !Array.isArray(value) ? [[name, String(value)]] : value.map((one) => [name, one]),
      ),
    );
    query.set('sort', '-views');
    assert.deepEqual(await found(String(query)), expected);
    const { status, body } = await service.send('POST', '/export', key, { body: { format: 'jsonl', filters } });
    assert.equal(status, 202, JSON.stringify(body));
    assert.equal(body.estimated_records, expected.length);
  });

test('ids find these hooks alone, also with other filters', async () => {
  const [first, second] = ids;
  assert.deepEqual((await found(`ids=${first},${second},hook_999999`)).sort(), [first, second].sort());
  assert.deepEqual(
    await found(`ids=${ids.join()}&niche=-finance,-food&q=years`),
    await selected(`id = ${ids[2]?.slice(5)}`),
  );
});

test('every sort lists unknown numbers last, and cursors lead through it', async () => {
  const sqlOf = {
    '-likes': 'likes desc nulls last, id',
    likes: 'likes nulls last, id desc',
    '-published_at': 'published_at desc nulls last, id',
    duration: 'duration_seconds nulls last, id desc',
  };
  for (const [sort, order] of Object.entries(sqlOf)) {
    const { rows } = await client.query(`select id from hooks order by ${order}`);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await service.get(`/hooks?limit=7&sort=${sort}${cursor}`, key);
      seen.push(...body.data.map(({ id }: { id: string }) => id.slice(5)));
      if (!body.next_cursor) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    const known = sort === '-published_at' ? 12 : 30;
    assert.deepEqual(
      seen.slice(0, known),
      rows.slice(0, known).map(({ id }) => String(id)),
      sort,
    );
    assert.deepEqual([...seen].sort(), rows.map(({ id }) => String(id)).sort(), sort);
  }
});

test('a wrong filter is explained, with the nearest that is known', async () => {
  const wrong: readonly (readonly [string, string | undefined, RegExp])[] = [
    ['niche=-finanse', 'finance', /finanse is not a known niche/],
    ['has=durations', 'duration', /Did you mean duration/],
    ['labels_method=curators', 'curator', /Did you mean curator/],
    ['ids=12', undefined, /Ids are hook_ and digits/],
    [`ids=${Array.from({ length: 101 }, (_, n) => `hook_${n + 1}`)}`, undefined, /at most 100 .*POST \/hooks\/query/],
    ['min_likes=-1', undefined, /whole number/],
    ['min_confidence=2', undefined, /from 0 to 1/],
    ['sample=yes', undefined, /true or false/],
    ['published_until=yesterday', undefined, /ISO 8601/],
    ['added_since=2026-02-30', undefined, /ISO 8601/],
    ['published_since=2026-04-31T10:00:00Z', undefined, /ISO 8601/],
    ['niche=-', undefined, /`niche` has a `-` without a value/],
    ['creator=ann,-', undefined, /`creator` has a `-` without a value/],
    ['sort=-like', '-likes', /`sort` must be one of/],
    ['min_like=3', 'min_likes', /Did you mean min_likes/],
    ['sort=relevance&q=-money', undefined, /needs q with a word or a phrase/],
    ['q=%22-%22', undefined, /letter or digit/],
  ];
  for (const [query, nearest, detail] of wrong) {
    const { status, body } = await service.get(`/hooks?${query}`, key);
    assert.equal(status, 400, query);
    assert.match(body.detail, detail);
    assert.equal(body.errors[0].did_you_mean, nearest, query);
  }
  const { status, body } = await service.send('POST', '/export', key, {
    body: { format: 'csv', filters: { has: ['like'], min_confidence: 'high' } },
  });
  assert.equal(status, 422);
  assert.match(JSON.stringify(body.errors), /min_confidence/);
});

test('webhooks take the same filters, and have them in their record', async () => {
  const filters = { niche: ['-finance'], min_likes: 10, has: ['duration'], q: '"years ago" -money' };
  const { status, body } = await service.send('POST', '/webhooks', key, {
    body: { webhook_url: 'https://example.com/hooks', filters },
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.deepEqual(body.filters, { ...filters, has: ['duration_seconds'] });
});
