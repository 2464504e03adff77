// Mapping of one record: which fields are kept, null or rejected, and that nothing throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type IncomingHook, isRejection, type Rejection } from '../formats/record.ts';
import { mapRecord, mapRecords } from './map-record.ts';
import type { Mapping } from './mapping.ts';
import { resolveMapping } from './resolve-mapping.ts';

const position = { file: 'x.json', line: 3, record: 2 };
const line = { text: 'A line', views: 2e5 };
const hookline = resolveMapping({ preset: 'hookline' });
const map = (fields: Record<string, unknown>, mapping: Mapping = hookline) =>
  mapRecord({ position, fields }, mapping, { minViews: 100_000 });

function accept(fields: Record<string, unknown>, mapping?: Mapping): IncomingHook {
  const item = map(fields, mapping);
  assert.ok(!isRejection(item), isRejection(item) ? item.reason : '');
  return item;
}

test('labels become ids of the taxonomy, and unknown labels are kept separately', () => {
  const labels = { niche: 'Self-Improvement', archetype: 'zzz', emotional_trigger: 'unknown', format: 7 };
  const hook = accept({ ...line, ...labels, platform: 'instagram', language: 'en_us' });
  assert.deepEqual([hook.niche, hook.platform, hook.language], ['self_improvement', 'Reels', 'en-US']);
  assert.deepEqual([hook.archetype, hook.emotional_trigger, hook.format], [null, null, null]);
  assert.deepEqual(hook.unknownLabels, { archetype: 'zzz' });
  const unknown = accept({ ...line, platform: 'Vimeo' });
  assert.deepEqual([unknown.platform, unknown.unknownLabels], ['Other', { platform: 'Vimeo' }]);
});

test('`other` and synonyms are not source labels, except in our own records and constants', () => {
  const table = resolveMapping({ map: ['text=t', 'views=v', 'niche=n', 'archetype=a', 'format=f'] });
  for (const n of ['other', 'Others', 'n/a', 'misc', 'Misc.', 'miscellaneous', 'General', 'various']) {
    const hook = accept({ t: 'A line', v: 2e5, n, a: 'statement', f: 'Other' }, table);
    assert.deepEqual([hook.niche, hook.archetype, hook.format, hook.unknownLabels], [null, null, null, {}], n);
  }
  const constant = resolveMapping({ map: ['text=t', 'views=v'], set: ['niche=other'] });
  assert.equal(accept({ t: 'A line', v: 2e5 }, constant).niche, 'other');
  const own = accept({ ...line, niche: 'other', archetype: 'other', emotional_trigger: 'other' });
  assert.deepEqual([own.niche, own.archetype, own.emotional_trigger], ['other', 'other', 'other']);
});

test('mapping functions apply in order, and a value missing from the table passes through', () => {
  const mapping = resolveMapping({
    map: ['text=Caption|strip_hashtags|first_sentence', 'views=Plays', 'niche=Genre{Fun:comedy}', 'creator=By|lower'],
  });
  const hook = accept(
    { Caption: 'Stop doing this. It ruins your sleep. #sleep #fyp', Plays: 2e5, Genre: 'Gym', By: 'NAME' },
    mapping,
  );
  assert.deepEqual([hook.text, hook.niche, hook.creator], ['Stop doing this.', 'fitness', 'name']);
  assert.equal(hook.raw_text, 'Stop doing this. It ruins your sleep. #sleep #fyp');
});

test('our own export keeps its labels when imported, from JSON and guarded CSV cells', () => {
  const labels = { method: 'rules', confidence: 0.8 };
  const json = accept({ id: 'hook_7', text: "'=not guarded", views: 200_000, labels });
  assert.deepEqual([json.text, json.source_id, json.labels], ["'=not guarded", 'hook_7', labels]);
  const cells = { views: '200000', labels_method: 'given', labels_confidence: '1', likes: '', duration_seconds: '' };
  for (const sign of ['=', '＝']) {
    const csv = accept({ ...cells, text: `'${sign}SUM is a trap` });
    assert.deepEqual([csv.text, csv.likes, csv.duration_seconds], [`${sign}SUM is a trap`, null, null]);
    assert.deepEqual(csv.labels, { method: 'given', confidence: 1 });
  }
});

test('a hook column contains lines, a title column may contain names, and a truncated opening line is held', () => {
  const reasonOf = (column: string, text: string) => {
    const mapping = resolveMapping({ map: [`text=${column}`, 'views=v'], set: ['platform=YouTube'] });
    return accept({ [column]: text, v: 2e5 }, mapping).textReason;
  };
  assert.deepEqual(
    [reasonOf('hook_text', 'Bread red flags'), reasonOf('title', 'Bread red flags')],
    [null, 'no_sentence'],
  );
  assert.deepEqual([reasonOf('opening_line', 'Bread'), reasonOf('opening_line', 'I bake the')], [null, 'cut_text']);
});

test('a record is rejected with the field and the reason', () => {
  const cases: Array<[Record<string, unknown>, string, RegExp]> = [
    [{ views: 1 }, 'text', /missing or empty/],
    [{ text: '\u200b ', views: 1 }, 'text', /empty after cleaning/],
    [{ text: '...', views: 1 }, 'text', /no letter, digit or emoji/],
    [{ text: ['x'], views: 1 }, 'text', /not a string: an array/],
    [{ text: 'x'.repeat(501), views: 1e6 }, 'text', /501 characters, more than the limit of 500/],
    [{ text: 'x' }, 'views', /missing/],
    [{ text: 'x', views: '1e6 of them' }, 'views', /invalid: "1e6 of them"/],
    [{ text: 'x', views: '9007199254740992' }, 'views', /is invalid/],
    [{ text: 'x', views: '99,999' }, 'views', /99,999 views are below the minimum of 100,000 \(HOOKLINE_MIN_VIEWS\)/],
  ];
  for (const [fields, field, reason] of cases) {
    const item = map(fields);
    assert.ok(isRejection(item));
    assert.deepEqual([item.field, item.line, item.record, item.value], [field, 3, 2, fields]);
    assert.match(item.reason, reason);
  }
  const onlyTags = map({ text: '#fyp @you', playCount: 1e6 }, resolveMapping({ preset: 'tiktok-scraper' }));
  assert.ok(isRejection(onlyTags) && onlyTags.field === 'text');
});

test('inherited properties are not columns', () => {
  const mapping = resolveMapping({ map: ['text=constructor.name', 'views=__proto__.length'] });
  assert.ok(isRejection(map({ other: 1 }, mapping)));
});

test('a rejected record can be imported again from rejects.jsonl', async () => {
  async function* batches() {
    yield [{ position, fields: { file: 'a', line: 1, record: 1, field: 'views', reason: 'r', value: line } }];
  }
  for await (const batch of mapRecords(batches(), hookline, { minViews: 1 }))
    assert.equal((batch[0] as IncomingHook).text, 'A line');
});

test('any record is mapped or rejected, and nothing throws', () => {
  const odd = fc.oneof(
    fc.anything(),
    fc.json().map((text) => JSON.parse(text)),
    fc.constantFrom({ toString: 1, valueOf: 2 }, JSON.parse('{"__proto__":{"a":1}}')),
  );
  const texts = { text: 'x', title: 'x', hook: 'x', Caption: 'x' };
  const views = { views: 1e6, playCount: 1e6, Plays: 1e6, view_count: 1e6 };
  const columns = mappings().flatMap((mapping) => Object.values(mapping.map).flat());
  const others = ['ratings_disabled', 'labels_method', 'labels_confidence', '__proto__', 'constructor'];
  const fields = [...new Set([...columns.map((column) => column.split('.', 1).join()), ...others])];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), odd), fc.constantFrom(...mappings()), (record, mapping) => {
      map({ ...texts, ...views, ...record }, mapping);
    }),
    { numRuns: 500 },
  );
});

function mappings(): Mapping[] {
  return ['hookline', 'viral-hooks', 'instagram-reels', 'tiktok-scraper', 'youtube-trending', 'yt-dlp'].map((preset) =>
    resolveMapping({ preset }),
  );
}

test('date order is detected from the file, and unreadable dates are kept for the report', async () => {
  const dates = ['05/10/2024', '25/10/2024', '2 years ago', 'N/A', null, 0];
  async function* batches() {
    yield dates.map((date) => ({ position, fields: { text: 'A line of words', views: 2, date } }));
  }
  for await (const batch of mapRecords(batches(), resolveMapping(), { minViews: 1 })) {
    const hooks = batch as IncomingHook[];
    const days = hooks.map(({ published_at: date }) => date?.toISOString().slice(0, 10) ?? null);
    assert.deepEqual(days, ['2024-10-05', '2024-10-25', null, null, null, null]);
    assert.deepEqual(
      hooks.flatMap(({ unreadDates }) => unreadDates),
      ['2 years ago'],
    );
  }
});

const firstOf = async (rows: object[], options: { preset?: string; map?: string[] } = {}) => {
  async function* batches() {
    yield rows.map((fields) => ({ position, fields: { ...fields } }));
  }
  const items: (IncomingHook | Rejection)[] = [];
  const detectsPreset = options.preset === undefined;
  for await (const batch of mapRecords(batches(), resolveMapping(options), { minViews: 1, detectsPreset }))
    items.push(...batch);
  return items;
};

test('yt-dlp: the description is the caption if the title is cut or only names the account', async () => {
  const start = 'This is the one thing that I never told my landlord about the';
  const video = {
    id: '1',
    view_count: 5,
    webpage_url: 'https://www.tiktok.com/@a/video/7412345678901234567',
    save_count: 3,
  };
  const rows = [
    { ...video, title: `${start}...`, description: `${start} old oven #rent` },
    { ...video, title: 'Video by ada', description: 'Stop buying a new oven every year' },
    { ...video, title: 'Why this oven…', description: 'Get it at my shop' },
    { ...video, title: 'Why I kept this oven for ten years', description: 'Get it at my shop' },
  ];
  const items = (await firstOf(rows, { preset: 'yt-dlp' })) as IncomingHook[];
  assert.deepEqual(
    items.map(({ text }) => text),
    [`${start} old oven`, 'Stop buying a new oven every year', 'Why this oven', 'Why I kept this oven for ten years'],
  );
  assert.equal(items[0]?.saves, 3);
});

test('Apify tables use their preset, with nested members in columns', async () => {
  const [hook] = (await firstOf([
    {
      'authorMeta/name': 'ada',
      'hashtags/0/name': 'oven',
      'hashtags/1/name': 'rye',
      'videoMeta.duration': '21',
      id: '7412345678901234567',
      text: 'Stop buying a new oven',
      playCount: '5',
      collectCount: '4',
      webVideoUrl: 'https://www.tiktok.com/@a/video/7412345678901234567',
      '__proto__/x': 'y',
    },
  ])) as IncomingHook[];
  assert.deepEqual([hook?.creator, hook?.hints, hook?.duration_seconds, hook?.saves], ['ada', ['oven', 'rye'], 21, 4]);
  const [youtube] = (await firstOf([
    {
      title: 'Why this oven is cold',
      text: 'Subscribe!',
      viewCount: 5,
      channelName: 'Ada',
      url: 'https://www.youtube.com/shorts/abcdefghijk',
    },
  ])) as IncomingHook[];
  assert.deepEqual([youtube?.text, youtube?.creator, youtube?.platform], ['Why this oven is cold', 'Ada', 'YouTube']);
});

test('YouTube Studio and Meta Business Suite exports: totals are not records, photos not videos', async () => {
  const studio = { Duration: 58, Views: '7' };
  const [hook, ...more] = (await firstOf([
    { Content: 'Total', 'Video title': '', 'Video publish time': '', ...studio },
    { Content: ' -bcdefghijk', 'Video title': 'Why this oven is cold', 'Video publish time': 'Oct 2, 2025', ...studio },
  ])) as IncomingHook[];
  assert.deepEqual(
    [hook?.videoKey, hook?.published_at?.toISOString(), more],
    ['youtube/-bcdefghijk', '2025-10-02T00:00:00.000Z', []],
  );
  const post = {
    'ID публикации': '18000000000000001',
    'Постоянная ссылка': 'https://www.instagram.com/reel/DInvented01/',
    Название: 'Why this oven is cold',
    'Время публикации': '05/03/2025 02:40',
    Просмотры: '7',
    'Просмотры 2': '8',
    Сохранения: '2',
  };
  const [reel, photo] = await firstOf([
    { ...post, 'Тип публикации': 'Видео Reels' },
    { ...post, 'Тип публикации': 'Фото' },
  ]);
  assert.ok(reel && !isRejection(reel));
  assert.deepEqual(
    [reel.platform, reel.views, reel.saves, reel.published_at?.toISOString()],
    ['Reels', 7, 2, '2025-05-03T02:40:00.000Z'],
  );
  assert.ok(photo && isRejection(photo) && /not a video/.test(photo.reason));
});
