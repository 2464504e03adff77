// Vectors of published texts: each is requested once, even after interruptions, and a provider that refuses gets no further requests.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { fillEmbeddings } from '../../src/catalog/embeddings/fill.ts';
import { deleteOtherModels, type Loaded, readVectors } from '../../src/catalog/embeddings/store.ts';
import { sameFloor } from '../../src/config/label-floors.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { openEmbedder } from '../../src/embeddings/embedder.ts';
import { importHooks } from '../../src/ingest/imports/import.ts';
import { resolveMapping } from '../../src/ingest/mapping/resolve-mapping.ts';
import { type TestDatabase, testDatabase } from '../setup/database.ts';
import { hookLine } from '../setup/service.ts';
import { type EmbeddingsEndpoint, embedding, refusing, startEmbeddingsEndpoint } from './endpoint.ts';

const lines = 250;
let endpoint: EmbeddingsEndpoint;
let database: TestDatabase;

before(async () => {
  [endpoint, database] = await Promise.all([startEmbeddingsEndpoint(), testDatabase()]);
  const line = (at: number) => hookLine(`Line number ${at}`, { views: 1_000_000 - at, id: `line ${at}` });
  const texts = [...Array.from({ length: lines }, (_, at) => line(at)), hookLine('LINE, number 7!', { id: 'again' })];
  const content = Buffer.from(texts.join('\n'));
  const open = async function* () {
    yield content;
  };
  const input = {
    files: [{ name: 'lines', size: content.length, open }],
    filename: 'lines',
    source: 'lines',
    mapping: resolveMapping({ preset: 'hookline' }),
    format: 'jsonl' as const,
    minViews: 0,
    labelFloors: sameFloor(0.8),
    limits: defaultLimits,
  };
  await importHooks(database, input, () => {});
});
after(() => Promise.all([endpoint.close(), database.close()]));
beforeEach(() => {
  endpoint.calls.length = 0;
  endpoint.respond(embedding);
});

/** Each test has its own model. */
async function fill(model: string, signal = new AbortController().signal) {
  const embedder = await openEmbedder({ url: endpoint.url, key: 'secret-key', model });
  return fillEmbeddings({ db: database.db, embedder }, signal);
}
const askedTexts = () => endpoint.calls.flatMap(({ texts }) => texts);
async function stored(model: string) {
  const rows = await database.db.selectFrom('embeddings').selectAll().where('model', '=', model).execute();
  return { vectors: rows.filter(({ vector }) => vector), faults: rows.filter(({ fault }) => fault) };
}

test('each published text is requested once, 100 a call and the most viewed first; then nothing is requested', async () => {
  assert.deepEqual(await fill('once'), { embedded: lines, rejected: 0, stop: undefined });
  const [first] = endpoint.calls;
  const { texts = [], model, headers } = first ?? {};
  assert.deepEqual([texts.length, model, headers?.authorization], [100, 'once', 'Bearer secret-key']);
  assert.ok(first?.texts.includes('Line number 0') && !first.texts.includes('Line number 249'));
  assert.equal(new Set(askedTexts()).size, askedTexts().length);
  assert.equal((await stored('once')).vectors.length, lines);
  endpoint.calls.length = 0;
  assert.equal((await fill('once')).embedded, 0);
  assert.equal(endpoint.calls.length, 0);
});

test('an interrupted run is continued, and requests no stored text again', async () => {
  const interrupting = new AbortController();
  endpoint.respond((call) => {
    if (endpoint.calls.length === 1) return embedding(call);
    interrupting.abort();
    return new Promise(() => {});
  });
  await assert.rejects(fill('interrupted', interrupting.signal));
  const answered = endpoint.calls[0]?.texts ?? [];
  assert.equal((await stored('interrupted')).vectors.length, 100);
  endpoint.calls.length = 0;
  endpoint.respond(embedding);
  assert.equal((await fill('interrupted')).embedded, lines - 100);
  assert.deepEqual(
    askedTexts().filter((text) => answered.includes(text)),
    [],
  );
});

test('a provider that accepts few texts a call gets fewer, and a text that it always rejects is not sent again', async () => {
  endpoint.respond((call) => {
    if (call.texts.length > 32) return refusing(422, 'batch size 100 > maximum allowed batch size 32');
    return call.texts.includes('Line number 140') ? refusing(400, 'this text is too long') : embedding(call);
  });
  assert.deepEqual(await fill('few'), { embedded: lines - 1, rejected: 1, stop: undefined });
  const [{ fault = '' } = {}] = (await stored('few')).faults;
  assert.match(fault ?? '', /400 this text is too long/);
  endpoint.calls.length = 0;
  await fill('few');
  assert.equal(endpoint.calls.length, 0);
});

test('refusals and outages stop the run without showing the key, store nothing, and send the texts to no other URL', async () => {
  const other = await startEmbeddingsEndpoint();
  for (const [response, kind, said] of [
    [
      refusing(401, 'Incorrect key secret-key'),
      'refused',
      /^The embeddings provider responded with 401 Incorrect key …/,
    ],
    [refusing(400, 'no such model'), 'refused', /400 no such model/],
    [refusing(429, 'slow down', { 'retry-after': '7' }), 'rate_limit', /429/],
    [refusing(503, 'busy'), 'unavailable', /503/],
    [{ status: 307, headers: { location: `${other.url}/embeddings` }, body: {} }, 'unavailable', /./],
    [{ body: { choices: [] } }, 'refused', /has no embeddings\. Check HOOKLINE_EMBEDDINGS_URL/],
    [{ body: { data: [{ index: 0, embedding: [1, 2] }] } }, 'refused', /lacks a vector for a text/],
  ] as const) {
    endpoint.respond(() => response);
    const { stop, embedded } = await fill('stopped');
    assert.deepEqual([stop?.kind, embedded], [kind, 0]);
    assert.match(stop?.reason ?? '', said);
    if (kind === 'rate_limit') assert.equal(stop?.retryAfterMs, 7000);
  }
  const { vectors, faults } = await stored('stopped');
  assert.deepEqual([vectors.length, faults.length, other.calls.length], [0, 0, 0]);
  await other.close();
});

test('a vector that is loaded before its hook is loaded again with it, also the first in an empty catalog', async () => {
  await fill('early');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const read = async (after: Loaded, version: number) => {
    const groups: string[] = [];
    const loaded = await readVectors(client, 'early', { after, version }, ({ textGroup }) => groups.push(textGroup));
    return { loaded, count: groups.length };
  };
  const empty = await read({ seq: 0, version: 0 }, 0);
  const first = await read(empty.loaded, 1);
  assert.deepEqual([empty.count, first.count, (await read(first.loaded, 1)).count], [lines, lines, 0]);
  await client.end();
});

test('changing the model embeds all texts again, and then the vectors of the previous model are deleted', async () => {
  assert.equal((await fill('next')).embedded, lines);
  await deleteOtherModels(database.db, 'next', new AbortController().signal);
  assert.equal((await stored('once')).vectors.length, 0);
  assert.equal((await stored('next')).vectors.length, lines);
});
