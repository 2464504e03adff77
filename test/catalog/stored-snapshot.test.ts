// The catalog as a file: reading it at a start, and every reason to read the database instead.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { buildSnapshot, updateSnapshot } from '../../src/catalog/snapshot/build.ts';
import { openCatalogBuilder } from '../../src/catalog/snapshot/catalog-builder.ts';
import type { Snapshot } from '../../src/catalog/snapshot/snapshot.ts';
import { readSnapshot, storedVersion, writeSnapshot } from '../../src/catalog/snapshot/stored/snapshot-file.ts';
import type { SnapshotCopy } from '../../src/catalog/snapshot/stored/stored-snapshot.ts';
import type { Observation } from '../../src/telemetry/events.ts';
import { importChunks } from '../ingest/import-chunks.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine } from '../setup/service.ts';
import { until } from '../setup/until.ts';
import { contentOf, emptyTables, publication, publish, readerOf } from './catalog-model.ts';

let directory: string;
let path: string;
let database: TestDatabase;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hookline-stored-'));
  path = join(directory, 'catalog.snapshot');
  database = await testDatabase();
});

after(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

test('a snapshot is read as it was written, and the next version is built from it', () =>
  fc.assert(
    fc.asyncProperty(fc.array(publication, { minLength: 1, maxLength: 6 }), publication, async (earlier, next) => {
      const tables = emptyTables();
      for (const one of earlier) publish(tables, one);
      const built = await buildSnapshot(readerOf(tables));
      writeSnapshot(path, 'an id', built);
      const { id, snapshot } = readSnapshot(path);
      assert.equal(id, 'an id');
      assert.deepEqual(contentOf(snapshot), contentOf(built));
      publish(tables, next);
      const updated = await updateSnapshot(snapshot, readerOf(tables));
      assert.deepEqual(updated && contentOf(updated), contentOf(await buildSnapshot(readerOf(tables))));
    }),
    { numRuns: 20 },
  ));

test('a damaged file is never read', async () => {
  const tables = emptyTables();
  for (const one of fc.sample(publication, { numRuns: 8, seed: 1 })) publish(tables, one);
  writeSnapshot(path, 'an id', await buildSnapshot(readerOf(tables)));
  const whole = readFileSync(path);
  const fails = (bytes: Buffer, reason = /./) => {
    writeFileSync(path, bytes);
    assert.throws(() => readSnapshot(path), reason);
  };
  for (let at = 0; at < whole.length; at += at < 16 ? 1 : 4999) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 4;
    fails(flipped);
  }
  for (const length of [0, 1, 8, 15, 16, 17, 200, whole.length >> 1, whole.length - 1])
    fails(whole.subarray(0, length));
  fails(Buffer.concat([whole, Buffer.alloc(1)]), /instead of/);
  fails(Buffer.from('text that someone put here'), /not a file of a catalog/);
  rmSync(path);
  mkdirSync(path);
  assert.throws(() => readSnapshot(path));
  assert.equal(storedVersion(path), undefined);
  rmSync(path, { recursive: true });
});

/** Opens the catalog as a start does. */
async function open(copy?: SnapshotCopy) {
  const observed: Observation[] = [];
  mock.timers.enable({ apis: ['setTimeout'] });
  const place = { path, disk: { path: directory, reservedBytes: 0 }, copy };
  const builder = await openCatalogBuilder(
    database.url,
    (one) => observed.push(one),
    () => {},
    place,
  );
  mock.timers.tick(3000);
  mock.timers.reset();
  const loaded = observed.find((one) => one.kind === 'catalog_loaded');
  const ignored = observed.flatMap((one) => (one.kind === 'catalog_file_ignored' ? [one.reason] : []));
  return { ...builder, isWhole: loaded?.isWhole, ignored, observed };
}

const written = (version: number) =>
  until(
    async () => storedVersion(path),
    (stored) => stored === version,
  );
const textsOf = (snapshot: Snapshot) => contentOf(snapshot).lines.join();

async function addLines(...lines: string[]): Promise<void> {
  await importChunks(database, lines.join(), async function* () {
    yield Buffer.from(lines.join('\n'));
  });
}

test('a start reads the file, and later changes from the database', async () => {
  await addLines(hookLine('Otters never pay rent'), hookLine('Badgers read contracts'));
  const first = await open();
  assert.deepEqual([first.isWhole, first.ignored], [true, []]);
  await written(first.current().version);
  await first.close();

  const second = await open();
  assert.equal(second.isWhole, false);
  assert.deepEqual(contentOf(second.current()), contentOf(first.current()));
  await second.close();

  await addLines(hookLine('Herons invest early'));
  const third = await open();
  assert.equal(third.isWhole, false);
  assert.match(textsOf(third.current()), /Herons.*Otters|Otters.*Herons/);
  await third.close();
});

test('an unusable file is reported once, and replaced', async () => {
  const opened = await open();
  await opened.close();
  const { version } = opened.current();
  const restart = async (reason: RegExp) => {
    const { isWhole, ignored, close, current } = await open();
    assert.deepEqual([isWhole, ignored.length], [true, 1]);
    assert.match(ignored[0] ?? '', reason);
    assert.equal(current().size, opened.current().size);
    await written(version);
    await close();
  };
  const flipped = readFileSync(path);
  flipped[100] = (flipped[100] ?? 0) ^ 1;
  writeFileSync(path, flipped);
  await restart(/header is damaged/);
  writeFileSync(path, readFileSync(path).subarray(0, 300));
  await restart(/end is missing/);
  // Simulates the restore of a backup that is older than the file.
  await database.db.deleteFrom('snapshot_files').execute();
  await restart(/another database, or from a later state/);
});

test('the file of another program is not read', async () => {
  const whole = readFileSync(path);
  const end = 16 + whole.readUInt32LE(8);
  for (const [from, to] of [
    ['"layout":', '"layout":9'],
    ['"program":"', '"program":"9'],
    ['"byteOrder":"', '"byteOrder":"B'],
  ] as const) {
    const header = Buffer.from(whole.toString('utf8', 16, end).replace(from, to));
    const prefix = Buffer.from(whole.subarray(0, 16));
    prefix.writeUInt32LE(header.length, 8);
    prefix.writeUInt32LE(crc32(header), 12);
    writeFileSync(path, Buffer.concat([prefix, header, whole.subarray(end)]));
    assert.throws(() => readSnapshot(path), /It was written with/);
  }
  writeFileSync(path, whole);
});

test('a takedown while the service is off removes the text from the catalog and from the file', async () => {
  const opened = await open();
  await opened.close();
  assert.match(readFileSync(path, 'utf8'), /Badgers read contracts/);
  const { version } = await database.db
    .updateTable('catalog')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .returning('version')
    .executeTakeFirstOrThrow();
  await database.db
    .updateTable('hooks')
    .set({ state: 'retired', retired_by: 'takedown', text: '', version })
    .where('text', 'like', 'Badgers%')
    .execute();
  const { isWhole, current, close } = await open();
  assert.equal(isWhole, true);
  assert.doesNotMatch(textsOf(current()), /Badgers/);
  assert.ok(
    !existsSync(path) || !readFileSync(path, 'utf8').includes('Badgers'),
    'gone before the next one is written',
  );
  await written(version);
  assert.doesNotMatch(readFileSync(path, 'utf8'), /Badgers/);
  await close();
});

test('a machine without a file fetches the copy', async () => {
  let copy: Buffer | undefined;
  const shared: SnapshotCopy = {
    fetch: async (to) => {
      if (copy) writeFileSync(to, copy);
    },
    put: async (from) => {
      copy = readFileSync(from);
    },
    remove: async () => {
      copy = undefined;
    },
  };
  rmSync(path);
  const first = await open(shared);
  await until(
    async () => copy,
    (one) => one !== undefined,
  );
  await first.close();
  rmSync(path);
  const second = await open(shared);
  assert.equal(second.isWhole, false);
  assert.equal(statSync(path).size, copy?.length);
  await second.close();
});
