// Vector thread: holds vectors, loads new ones, and searches, so that none of it delays a request.
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { embedLocally, readTopics } from '../../embeddings/local/local-embedder.ts';
import { restoreBuffer } from '../snapshot/record-bytes.ts';
import { type Aligned, align, type Lines, nearestRows, queryOfRow } from './aligned.ts';
import type { Figures, Request, Response, SearchRequest, ThreadTask } from './fill.ts';
import { type Loaded, readVectors } from './store.ts';
import { addVector, bytesOf, countVectors, createVectors, type Vectors } from './vectors.ts';

const { url, model, isEnglishOnly } = workerData as ThreadTask;
/** Topics have vectors of the included model only. */
const topics = isEnglishOnly ? readTopics() : [];
let vectors: Vectors | undefined;
let lines: Lines | undefined;
let aligned: Aligned | undefined;
let loaded: Loaded = { seq: 0, version: 0 };
let running: Promise<unknown> = Promise.resolve();

const respond = (response: Response) => parentPort?.postMessage(response);

/** Searches use the loaded vectors while others are read. */
async function load(next: Lines | undefined): Promise<Figures | undefined> {
  if (next) lines = next;
  if (!lines) return undefined;
  if (next && vectors) aligned = align(vectors, lines, topics);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    let added = 0;
    const range = { after: loaded, version: lines.version };
    loaded = await readVectors(client, model, range, ({ textGroup, vector }) => {
      vectors ??= createVectors(vector.length);
      addVector(vectors, textGroup, new Int8Array(vector.buffer, vector.byteOffset, vector.length));
      added++;
    });
    if (vectors && added > 0) aligned = align(vectors, lines, topics);
  } finally {
    await client.end();
  }
  return figuresOf(lines, aligned);
}

function figuresOf({ version, size, unserved }: Lines, aligned: Aligned | undefined): Figures {
  if (!aligned) return { version, vectors: 0, waiting: size - unserved, dimensions: 0, bytes: 0 };
  const { vectors, waiting, rowSlots, slotRows } = aligned;
  const bytes = bytesOf(vectors) + rowSlots.byteLength + slotRows.byteLength;
  const { dimensions } = vectors;
  return { version, vectors: countVectors(vectors), waiting: Math.max(0, waiting - unserved), dimensions, bytes };
}

function search({ version, text, row, vector, rows, limit }: SearchRequest) {
  if (aligned?.lines.version !== version) return undefined;
  const query = vector ?? queryOfRow(aligned, row);
  return query && nearestRows(aligned, query, { text, rows, without: row, limit });
}

/** Embeds one or a few texts of requests: jobs embed in a thread of their own. */
function embed(id: number, texts: readonly string[]): Response {
  try {
    return { kind: 'embedded', id, embeddings: embedLocally(texts) };
  } catch (error) {
    return { kind: 'failed', id, error };
  }
}

parentPort?.on('message', (request: Request) => {
  const { kind, id } = request;
  if (kind === 'search') return respond({ kind: 'found', id, lines: search(request.search) });
  if (kind === 'embed') return respond(embed(id, request.texts));
  const next = kind === 'serve' ? restoreBuffer(request.lines) : undefined;
  running = running
    .then(() => load(next))
    .then((figures) => respond({ kind: 'loaded', id, figures }))
    .catch((error) => respond({ kind: 'failed', id, error }));
});
