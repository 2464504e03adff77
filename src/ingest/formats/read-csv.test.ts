// CSV and TSV reader: which rows are read, which are rejected, and recovery after broken rows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type ReadOptions, readRecords } from './read.ts';
import { isRejection, type RawRecord, type Rejection } from './record.ts';

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Buffer, filename = 'x.csv', size = 65_536, options: Partial<ReadOptions> = {}) {
  const items: Array<RawRecord | Rejection> = [];
  for await (const batch of readRecords(pieces(Buffer.from(content), size), { filename, ...options }))
    items.push(...batch);
  const records = items.filter((item): item is RawRecord => !isRejection(item));
  const rejected = items.filter(isRejection);
  return {
    rows: records.map((record) => ({ ...record.fields })),
    /** Line and number of each record. */
    places: records.map(({ position }) => `${position.line} ${position.record}`),
    rejected,
    reasons: rejected.map(({ line, reason }) => `${line}: ${reason}`),
  };
}

test('byte order marks, mixed line ends and multi-line cells are read, with the line where each record begins', async () => {
  const { rows, places, rejected } = await read('\ufefftext,views\r\n"one\nmore",1\r\n\ntwo,2\n"th""ree",3');
  assert.deepEqual(rows, [
    { text: 'one\nmore', views: '1' },
    { text: 'two', views: '2' },
    { text: 'th"ree', views: '3' },
  ]);
  assert.deepEqual([places, rejected], [['2 1', '5 2', '6 3'], []]);
});

test('trailing cells may be missing, and extra cells empty; any other row is rejected and never shifts columns', async () => {
  const { rows, reasons } = await read('a,b,c\n1,2\n1\n1,2,3\n1,2,3,4\n1,2,3, ,\n1,2');
  assert.deepEqual(rows, [
    { a: '1', b: '2', c: '' },
    { a: '1', b: '2', c: '3' },
    { a: '1', b: '2', c: '3' },
  ]);
  assert.deepEqual(reasons, [
    '3: the row has 1 cells, the header 3',
    '5: the row has 4 cells, the header 3',
    '7: the row has 2 cells, the header 3',
  ]);
});

test('undoubled quotes within cells are read if the column count shows which ones end cells', async () => {
  for (const size of [3, 65_536]) {
    const slashes = await read('a,b\n"say \\"no, never\\" to it",1\n"x, y",2\n"ends in \\"it\\"",3\n', 'x.csv', size);
    assert.deepEqual(slashes.rows.map(Object.values), [
      ['say "no, never" to it', '1'],
      ['x, y', '2'],
      ['ends in "it"', '3'],
    ]);
    const quoted = await read(
      '"a","b","c"\n"1","the "big", bad one",  he\nsaid "hm"","2"\n"3","x","4"\n"5","so "it" is","6"',
      'x.csv',
      size,
    );
    assert.deepEqual(quoted.rows.map(Object.values), [
      ['1', 'the "big", bad one",  he\nsaid "hm"', '2'],
      ['3', 'x', '4'],
      ['5', 'so "it" is', '6'],
    ]);
    const mixed = await read('a,b,c\n1,"the "big", bad one",2\n3,x,4\n', 'x.csv', size);
    assert.deepEqual(mixed.reasons.length + mixed.rows.length, 2);
  }
});

test('a title above the header is skipped, and a given header row number is used', async () => {
  const titled = 'Hooks, May\n\n;;\nHook;Views\none;1\ntwo;2\n';
  for (const content of [titled.slice(12), titled.replace(', May', ' of May')])
    assert.deepEqual((await read(content)).rows, [
      { Hook: 'one', Views: '1' },
      { Hook: 'two', Views: '2' },
    ]);
  assert.deepEqual((await read('text\none\ntwo\n')).rows, [{ text: 'one' }, { text: 'two' }]);
  const given = await read('a,b\nunits,n\nHook,Views\none,1\n', 'x.csv', 65_536, { headerRow: 3 });
  assert.deepEqual([given.rows, given.places], [[{ Hook: 'one', Views: '1' }], ['4 1']]);
  const missing = await read('a,b\n', 'x.csv', 65_536, { headerRow: 3 });
  assert.match(missing.rejected[0]?.reason ?? '', /no row 3/);
});

test('a table that is not UTF-8 is read as Windows-1252 if possible, or in the given encoding', async () => {
  const latin = Buffer.concat([Buffer.from('a,b\nDon'), Buffer.from([0x92]), Buffer.from('t n'), Buffer.from([0xe4])]);
  for (const size of [1, 65_536])
    assert.deepEqual((await read(latin, 'x.csv', size)).rejected.length, 1, 'the row is cut');
  const whole = Buffer.concat([latin, Buffer.from('chstes,1\n')]);
  for (const size of [1, 65_536])
    assert.deepEqual((await read(whole, 'x.csv', size)).rows, [{ a: 'Don’t nächstes', b: '1' }]);
  const cyrillic = Buffer.concat([
    Buffer.from('a,b\n'),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Buffer.from(',1\n'),
  ]);
  assert.equal((await read(cyrillic)).rejected.length, 1);
  const named = await read(cyrillic, 'x.csv', 65_536, { encoding: 'windows-1251' });
  assert.deepEqual(named.rows, [{ a: 'Привет', b: '1' }]);
  const wide = await read(Buffer.from('\ufeffa\tb\nä\t1\n', 'utf16le'), 'x.tsv', 3, { encoding: 'utf-16le' });
  assert.deepEqual(wide.rows, [{ a: 'ä', b: '1' }]);
});

test('a file that ends inside a quoted cell rejects only that record, at its first line', async () => {
  const { rows, rejected, reasons } = await read('a,b\n1,2\n3,"cut\nhere and\nthere');
  assert.deepEqual([rows.length, rejected[0]?.record], [1, 2]);
  assert.deepEqual(reasons, ['3: the file ends inside a quoted cell']);
});

test('a stray quote rejects its own row, not the rows after it', async () => {
  for (const end of ['', '"z",9\n']) {
    const { rows, reasons } = await read(`a,b\n"stray,1\nx,2\ny,3\n${end}`);
    assert.deepEqual(rows.slice(0, 2).map(Object.values), [
      ['x', '2'],
      ['y', '3'],
    ]);
    assert.equal(reasons.length, 1);
    assert.match(reasons.join(), /reading resumed at line 3/);
  }
});

test('an unclosed quote in a large file is bounded, and the rows inside it are read', async () => {
  const many = 'x,2\n'.repeat(300_000);
  const { rows, rejected } = await read(`a,b\n"stray,1\n${many}`);
  assert.equal(rows.length, 300_000);
  assert.match(rejected[0]?.reason ?? '', /longer than 1 MiB/);
});

test('a repeated column name gets a number, and an empty column name gets a default', async () => {
  assert.deepEqual((await read('a,a,a 2,a\n1,2,3,4\n')).rows, [{ a: '1', 'a 3': '2', 'a 2': '3', 'a 4': '4' }]);
  assert.deepEqual((await read(',a\n1,2\n')).rows, [{ column_1: '1', a: '2' }]);
});

test("tabs, Excel's semicolons and the separator in a sep= line separate cells", async () => {
  assert.deepEqual((await read('sep=|\r\na|b\r\n1,5|2\r\n')).rows, [{ a: '1,5', b: '2' }]);
  assert.deepEqual((await read('a\tb\n1,5\t2\n', 'x.tsv')).rows, [{ a: '1,5', b: '2' }]);
  assert.deepEqual((await read('a;b\n1,5;2\n')).rows, [{ a: '1,5', b: '2' }]);
});

test('a record with bytes that are not UTF-8 is rejected with its line, and the rest is read', async () => {
  const bytes = Buffer.concat([Buffer.from('a,b\n1,2\n'), Buffer.from([0xff, 0xe9]), Buffer.from(',3\n😀,\ufffd\n')]);
  const { rows, reasons } = await read(bytes);
  assert.deepEqual(rows.map(Object.values), [
    ['1', '2'],
    ['😀', '\ufffd'],
  ]);
  assert.deepEqual(reasons, ['3: the record contains bytes that are not UTF-8']);
});

test('the reader agrees with csv-parse on any table, in pieces of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '\r\n', ' '), maxLength: 6 });
  const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), fc.constantFrom('\n', '\r\n'), async (rows, size, eol) => {
      const quoted = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','));
      const content = ['a,b,c', ...quoted].join(eol);
      const expected = parse(content, { columns: true, record_delimiter: eol });
      const result = await read(content, 'x.csv', size);
      assert.deepEqual(result.rejected, []);
      assert.deepEqual(
        result.rows,
        expected.map((row) => ({ ...(row as object) })),
      );
    }),
  );
});
