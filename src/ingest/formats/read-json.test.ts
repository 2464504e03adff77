// JSON and JSON Lines readers: strictness, digits of large numbers, recovery after a bad record.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ReadOptions, readRecords } from './read.ts';
import { isRejection, type RawRecord, type Rejection } from './record.ts';

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Buffer, options: Partial<ReadOptions> = {}, size = 65_536) {
  const items: Array<RawRecord | Rejection> = [];
  const bytes = pieces(Buffer.from(content), size);
  for await (const batch of readRecords(bytes, { filename: 'x.json', ...options })) items.push(...batch);
  const records = items.filter((item): item is RawRecord => !isRejection(item));
  const rejected = items.filter(isRejection);
  const linesOf = (all: readonly { line: number }[]) => all.map(({ line }) => line);
  return {
    values: records.map((record) => record.fields),
    lines: linesOf(records.map(({ position }) => position)),
    rejected,
    rejectedLines: linesOf(rejected),
  };
}

test('an array yields its objects with the lines where they begin', async () => {
  const { values, lines } = await read('[\n{"a":1},\n\n {"a":"x,]}"} ]\n');
  assert.deepEqual(
    [values, lines],
    [
      [{ a: 1 }, { a: 'x,]}' }],
      [2, 4],
    ],
  );
});

test('the members of an object are records whose keys become a field', async () => {
  const keyed =
    '{ "a1": {"views":1,"id":"old"}, "7123456789012345678":{"views":2},\n"bad":{"views":nope}, "text":"x" , "b":{}}';
  for (const size of [1, 7, 1000]) {
    const { values, rejectedLines } = await read(keyed, { keyField: 'id' }, size);
    assert.deepEqual(values, [{ views: 1, id: 'a1' }, { views: 2, id: '7123456789012345678' }, { id: 'b' }]);
    assert.deepEqual(rejectedLines, [2, 2]);
  }
  const nested = await read(`{"n":1,"data":{"videos":${keyed}}}`, { keyField: 'id', records: 'data.videos' });
  assert.equal(nested.values.length, 3);
  assert.deepEqual((await read('{}', { keyField: 'id' })).values, []);
  let isCut = false;
  const onCut = () => {
    isCut = true;
  };
  const cut = await read('{"a":{"views":1},"b":{"vi', { keyField: 'id', onCut });
  assert.deepEqual([cut.values, cut.rejected.length, isCut], [[{ views: 1, id: 'a' }], 1, true]);
});

test('an object of similar objects is read as records by key; where it is unclear, the rejection names the option', async () => {
  assert.deepEqual((await read('{"a":{"text":"x"},"b":{"text":"y","views":1}}')).values, [
    { text: 'x', id: 'a' },
    { text: 'y', views: 1, id: 'b' },
  ]);
  const nested = await read('{"count":2,"videos":{"a":{"text":"x"},"b":{"text":"y"}}}');
  assert.match(nested.rejected[0]?.reason ?? '', /set --records videos --records-of key:id/);
  const named = await read('{"count":2,"videos":{"a":{"text":"x"}}}', { records: 'videos' });
  assert.match(named.rejected[0]?.reason ?? '', /not an array of records; set --records-of key:id/);
  assert.equal((await read('{"snippet":{"title":"x"},"statistics":{"views":1}}')).values.length, 1);
});

test('integers beyond 2^53 keep every digit, and none becomes Infinity', async () => {
  const { values } = await read(
    '[{"id":6907228749016714497,"n":9007199254740991,"v":1e400,"f":[ 0.1234567890123456789]}]',
  );
  assert.deepEqual(values, [{ id: '6907228749016714497', n: 9007199254740991, v: '1e400', f: [0.12345678901234568] }]);
});

test('records under a path are found among other members, and the document is validated to its end', async () => {
  const document = '{"meta":{"collector":[{"no":1}]},"data":{"items":[{"a":1},{"a":2}]},"zip":"x"}';
  assert.deepEqual((await read(document, { records: 'data.items' })).values, [{ a: 1 }, { a: 2 }]);
  const cut = await read(document.slice(0, -5), { records: 'data.items' });
  assert.deepEqual([cut.values.length, cut.rejected.length], [2, 1]);
  const missing = await read(document, { records: 'rows' });
  assert.match(missing.rejected[0]?.reason ?? '', /there is no "rows" in the document; it has: meta, data, zip/);
});

test('JSON Lines are detected under any name, and a bad line is one rejection', async () => {
  const lines = '{"a":1}\r\n\n{"a":\n{"a":2}\n[1]\n{"a":3}';
  for (const filename of ['x.jsonl', 'x.ndjson.gz', 'x.json', 'x']) {
    const { values, rejectedLines } = await read(lines, { filename });
    assert.deepEqual(
      [values, rejectedLines],
      [
        [{ a: 1 }, { a: 2 }, { a: 3 }],
        [3, 5],
      ],
      filename,
    );
  }
});

test('endless nesting is rejected and neither crashes nor hangs', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const { values, rejected } = await read(`[{"a":${deep}},{"a":1}]`);
  assert.deepEqual(values, [{ a: 1 }]);
  assert.match(rejected[0]?.reason ?? '', /nested deeper than 100/);
  assert.equal((await read('['.repeat(100_000))).rejected.length, 1);
});

test('a key named __proto__ changes no object', async () => {
  await read('[{"__proto__":{"polluted":true}}]');
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
});

test('any array of objects is read as JSON.parse reads it, in pieces of any size', async () => {
  const values = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(values, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 2), async (array, size, indent) => {
      const content = JSON.stringify(array, null, indent);
      fc.pre(!/\d{16}/.test(content));
      const result = await read(content, {}, size);
      assert.deepEqual(result.rejected, []);
      assert.equal(JSON.stringify(result.values), JSON.stringify(JSON.parse(content)));
    }),
  );
});

test('NaN and Infinity are null, except inside strings', async () => {
  const { values } = await read('[{"a":NaN,"b":"NaN, \\"Infinity","c":[-Infinity,1]},{"a":2}]');
  assert.deepEqual(values, [{ a: null, b: 'NaN, "Infinity', c: [null, 1] }, { a: 2 }]);
  assert.deepEqual((await read('{"a":NaN}\n{"a":1}')).values, [{ a: null }, { a: 1 }]);
});

test('records of API pages are read from one document, several documents and lines', async () => {
  const pages = [1, 3].map((id) => ({
    kind: 'list',
    items: [{ id, title: '{' }, { id: id + 1 }],
    pageInfo: { total: 2 },
  }));
  const inLines = pages.map((page) => JSON.stringify(page)).join('\n');
  const spaced = pages.map((page) => JSON.stringify(page, null, 2)).join('\n');
  const lists = pages.map(({ items }) => JSON.stringify(items)).join('\n');
  for (const content of [inLines, spaced, lists, JSON.stringify(pages)])
    for (const size of [5, 65_536])
      assert.deepEqual(
        (await read(content, {}, size)).values.map(({ id }) => id),
        [1, 2, 3, 4],
        content,
      );
  assert.equal((await read(JSON.stringify({ data: { videos: [{ id: 1 }], cursor: 2 }, error: {} }))).values.length, 1);
  assert.deepEqual((await read(JSON.stringify([...pages, { kind: 'list', items: [] }]))).rejected, []);
  const record = { text: 'x', items: [{ n: 1 }, { n: 2 }] };
  assert.deepEqual((await read(JSON.stringify([record]))).values, [record]);
});
