// File reader: compressed, unsupported, damaged and empty files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readRecords } from './read.ts';
import { isRejection, type RawRecord, type Rejection } from './record.ts';

async function read(bytes: Buffer, filename: string, size = 1000) {
  const items: Array<RawRecord | Rejection> = [];
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for await (const batch of readRecords(pieces(), { filename })) items.push(...batch);
  return { records: items.filter((item) => !isRejection(item)), rejected: items.filter(isRejection) };
}

test('a damaged gzip file yields the records before the damage and one rejection', async () => {
  const rows = Array.from({ length: 60_000 }, (_, index) => `${index},${(index * 7919) % 100_003}\n`).join('');
  const bytes = gzipSync(`a,b\n${rows}`);
  const corrupt = Buffer.from(bytes);
  corrupt.fill(0xff, bytes.length - 60_000, bytes.length - 40_000);
  for (const broken of [bytes.subarray(0, bytes.length >> 1), corrupt]) {
    const { records, rejected } = await read(broken, 'x.csv.gz');
    assert.ok(records.length > 1000 && records.length < 60_000);
    assert.equal(rejected.length, 1);
    assert.match(rejected[0]?.reason ?? '', /compressed data is damaged/);
  }
});

test('a file that cannot contain records is one rejection with the reason', async () => {
  const cases: Array<[Buffer, string, RegExp]> = [
    [Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'), 'x.csv', /git lfs pull/],
    [gzipSync('version https://git-lfs.github.com/spec/v1\n'), 'x.csv.gz', /git lfs pull/],
    [Buffer.from('\ufefftext,views\na,1', 'utf16le'), 'x.csv', /UTF-16/],
    [Buffer.from('text,views\na,1', 'utf16le'), 'x.csv', /UTF-16/],
    [Buffer.from([0, 1, 2, 3, 0, 0, 0, 255]), 'x.csv', /binary/],
    [Buffer.from('PK\x03\x04rest'), 'x.csv', /ZIP/],
    [Buffer.from('<!DOCTYPE html><html>'), 'x.csv', /HTML/],
    [Buffer.from('{"a": [1, 2'), 'x.json', /not valid JSON/],
    [Buffer.from('text,views'), 'x.json', /not valid JSON/],
    [Buffer.from('a,b\r1,2\r'), 'x.csv', /carriage return/],
    [Buffer.from(''), 'x.csv', /empty/],
    [Buffer.from('\ufeff'), 'x.json', /empty/],
    [gzipSync('').subarray(0, 12), 'x.csv', /damaged/],
  ];
  for (const [bytes, name, reason] of cases) {
    for (const size of [1, 1000]) {
      const { records, rejected } = await read(bytes, name, size);
      assert.equal(records.length, 0);
      assert.deepEqual(
        rejected.map((item) => [item.field, item.line]),
        [['file', 1]],
      );
      assert.match(rejected[0]?.reason ?? '', reason);
    }
  }
});

test('a reader that stops early closes its source', async () => {
  let closed = false;
  async function* endless() {
    try {
      yield Buffer.from('a,b\n');
      for (;;) yield Buffer.from('1,2\n'.repeat(20_000));
    } finally {
      closed = true;
    }
  }
  for await (const _ of readRecords(endless(), { filename: 'x.csv' })) break;
  assert.ok(closed);
});
