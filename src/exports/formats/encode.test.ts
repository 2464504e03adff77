// Encoders: their columns, their bytes, and that both ways to encode a line of CSV agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parquetTypes, readers } from '../../../test/exports/read-exports.ts';
import { type FullHook, fullHookFields, type HookRow, toRecord } from '../../catalog/record.ts';
import { collectRecords } from '../../catalog/snapshot/record-bytes.ts';
import { type HookColumn, hookColumn, type RecordColumn, recordColumns } from '../../db/hook-columns.ts';
import { readLink, signLink } from '../../lib/signed-link.ts';
import { stripToLine, toLine } from './csv.ts';
import { columns, columnsOf, type Format, flatten } from './format.ts';
import { loadEncoder } from './load-encoder.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .tuple(fc.constantFrom(...'=+-@\t\r\'"＝＋－＠！,', "'=", "''@", "'＝"), fc.string())
    .map((parts) => parts.join('')),
);
const types: Record<HookColumn['type'], fc.Arbitrary<unknown>> = {
  text,
  bigint: fc.nat(),
  int: fc.nat(),
  'double precision': fc.double({ noNaN: true, noDefaultInfinity: true }),
  timestamptz: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.getTime()),
  boolean: fc.boolean(),
};
const row = fc.record(
  Object.fromEntries(
    recordColumns.map((name) => {
      const { type, values, nullable } = hookColumn(name);
      const value = values ? fc.constantFrom(...values) : types[type];
      return [name, nullable ? fc.option(value, { nil: null }) : value];
    }),
  ),
);
/** The JSON round trip removes -0, which JSON does not have. */
const hook = row.map((values): FullHook => JSON.parse(JSON.stringify(toRecord(values as HookRow))));

/** Records as stored in the snapshot. */
function recordsOf(hooks: readonly FullHook[]) {
  const { add, finish } = collectRecords(hooks.length);
  for (const [row, one] of hooks.entries()) add(row, rowOf(one));
  return finish();
}

function rowOf(hook: FullHook): HookRow {
  const valueIn = (name: RecordColumn) => {
    const { path = [name], prefix = '', type } = hookColumn(name);
    const value = path.reduce<unknown>((object, member) => (object as Record<string, unknown>)[member], hook);
    if (value === null) return null;
    if (prefix) return Number(String(value).slice(prefix.length));
    return type === 'timestamptz' ? Date.parse(String(value)) : value;
  };
  return Object.fromEntries(recordColumns.map((name) => [name, valueIn(name)])) as HookRow;
}

async function encoded(
  format: Format,
  hooks: readonly FullHook[],
  rows: readonly number[],
  fields: readonly string[] | null = null,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const encode = await loadEncoder(format);
  encode(recordsOf(hooks), Uint32Array.from(rows), (bytes) => chunks.push(Buffer.from(bytes)), fields);
  return Buffer.concat(chunks);
}

test('a record with no escapes except quotes gives the same CSV line from bytes as from values', () => {
  fc.assert(
    fc.property(hook, (one) => {
      const record = Buffer.from(JSON.stringify(one));
      const line = Buffer.alloc(record.length + columns.length);
      const length = stripToLine(record, line, 0);
      const isPlain = !/\\[^"]/.test(JSON.stringify(one));
      if (length > 0) assert.equal(line.toString('utf8', 0, length), toLine(flatten(JSON.stringify(one))));
      else
        assert.ok(
          !isPlain || /"['\uf000-\uffff]/.test(JSON.stringify(one)),
          'a plain record was not read by its bytes',
        );
    }),
    { numRuns: 150 },
  );
});

test('cells that begin with formula signs are guarded, also full-width ones', () => {
  fc.assert(
    fc.property(hook, fc.constantFrom(...'=+-@＝＋－＠'), (one, sign) => {
      const record = JSON.stringify({ ...one, text: `${sign}1+1`, creator: 'Ann' });
      const line = Buffer.alloc(Buffer.byteLength(record) + columns.length);
      const length = stripToLine(Buffer.from(record), line, 0);
      for (const text of [line.toString('utf8', 0, length), toLine(flatten(record))])
        assert.ok(text === '' || text.includes(`,"'${sign}1+1",`), text);
    }),
    { numRuns: 50 },
  );
});

test('json and jsonl contain the requested rows in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hook, { maxLength: 12 }),
      fc.array(fc.boolean(), { maxLength: 12 }),
      async (all, isIn) => {
        const rows = all.flatMap((_, row) => (isIn[row] ? [row] : []));
        const wanted = rows.map((row) => all[row]);
        assert.deepEqual(JSON.parse((await encoded('json', all, rows)).toString()), wanted);
        const lines = (await encoded('jsonl', all, rows)).toString().split('\n');
        assert.equal(lines.pop(), '');
        assert.deepEqual(
          lines.map((line) => JSON.parse(line)),
          wanted,
        );
      },
    ),
    { numRuns: 40 },
  );
});

const fieldsOfHooks = fc.subarray([...fullHookFields], { minLength: 1 });

test('json, jsonl and csv with selected fields keep the order of the record', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hook, { maxLength: 4 }), fieldsOfHooks, async (hooks, fields) => {
      const rows = hooks.map((_, row) => row);
      const pick = (one: FullHook) => Object.fromEntries(fields.map((field) => [field, one[field]]));
      const picked = hooks.map((one) => JSON.stringify(pick(one)));
      const shuffled = fields.toReversed();
      const written = async (format: Format) => (await encoded(format, hooks, rows, shuffled)).toString();
      assert.equal(await written('jsonl'), picked.map((line) => `${line}\n`).join(''));
      assert.deepEqual(JSON.parse(await written('json')), hooks.map(pick));
      const shown = columnsOf(fields);
      const header = `${shown.map(({ name }) => name).join()}\r\n`;
      assert.equal(
        await written('csv'),
        header + hooks.map((one) => toLine(flatten(JSON.stringify(one)), shown)).join(''),
      );
    }),
    { numRuns: 40 },
  );
});

test('records larger than a chunk are written completely', async () => {
  const large = fc.sample(hook, 3).map((one, n) => ({ ...one, template: String(n).repeat(300_000) }));
  const lines = (await encoded('jsonl', large, [0, 1, 2])).toString().trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line === JSON.stringify(large[lines.indexOf(line)])),
    [true, true, true],
  );
  const csv = (await encoded('csv', large, [2])).toString();
  assert.ok(csv.endsWith(`\r\n${toLine(flatten(JSON.stringify(large.at(-1))))}`));
});

const hostile = [
  '=1+1',
  '+SUM(A1:A9)|cmd',
  '-2+3',
  "'=already guarded",
  "''@twice",
  'say "what", then: \\ and \\" and \\u0041',
  'comma, semicolon; tab\there',
  'emoji 😀 👩‍👩‍👧 and مرحبا and 漢字',
  '\u202ereversed and \u200bzero width',
  '\u2028 line separator',
  'null',
  '"',
  `{"id":"hook_1","text":"no","views":1}`,
];

test('third-party readers read every hook from every format, in typed columns, and no cell runs as a formula', async () => {
  const hooks = fc.sample(hook, { numRuns: hostile.length, seed: 7 }).map((one, n) => ({
    ...one,
    ...{ text: hostile[n], creator: n % 2 ? hostile[n] : null, template: null, likes: n, duration_seconds: n / 8 },
    ...{ platform: 'TikTok', archetype: 'story', emotional_trigger: 'joy', niche: hostile[n], format: 'vlog' },
    ...{ language: 'en', source_url: null, raw_text: null, text_group: 'group', views_captured_at: null },
    ...{
      published_at: '2026-01-02T03:04:05.000Z',
      added_at: '2026-01-02T03:04:05.006Z',
      updated_at: '2026-01-02T03:04:05.006Z',
    },
  })) as FullHook[];
  for (const [format, read] of Object.entries(readers))
    assert.deepEqual(await read(await encoded(format as Format, hooks, [...hooks.keys()])), hooks, format);
  const types = parquetTypes(await encoded('parquet', hooks, [0]));
  const columnsOfType = (type: string) => Object.keys(types).filter((column) => types[column] === type);
  assert.deepEqual(columnsOfType('INT64'), ['views', 'likes', 'comments', 'shares', 'saves', 'views_per_day']);
  assert.deepEqual(columnsOfType('INT32'), ['word_count', 'series_part', 'creator_videos']);
  assert.deepEqual(columnsOfType('BOOLEAN'), ['sample']);
  const times = ['published_at', 'views_captured_at', 'added_at', 'updated_at'];
  assert.deepEqual(columnsOfType('INT64 TIMESTAMP_MILLIS'), times);
});

test('a link is valid only for its export and until its expiry', () => {
  const secret = 'a secret of the tests';
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(2 ** 41), fc.string(), (id, other, expiresAt, noise) => {
      const token = signLink(secret, id, expiresAt);
      assert.equal(readLink(secret, id, token), expiresAt);
      if (other !== id) assert.equal(readLink(secret, other, token), undefined);
      assert.equal(readLink('another secret', id, token), undefined);
      assert.equal(readLink(secret, id, token.replace(/^[^.]*/, (expiresAt + 1).toString(36))), undefined);
      assert.equal(readLink(secret, id, noise), undefined);
    }),
  );
});
