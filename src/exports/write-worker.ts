// Worker thread of an export: encodes, hashes and writes the file, and exits when it is synced to disk.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../lib/low-priority.ts';
import type { WrittenFile } from './files/files.ts';
import { loadEncoder } from './formats/load-encoder.ts';
import type { WriteTask } from './write-thread.ts';

lowerThreadPriority('export');
const { path, format, records, offsets, lengths, rows } = workerData as WriteTask;
const encode = await loadEncoder(format);
const hash = createHash('sha256');
let sizeBytes = 0;

const file = openSync(path, 'w', 0o600);
// A Buffer arrives in another thread as a plain Uint8Array.
const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
encode({ records: bytes, offsets, lengths }, rows, (chunk) => {
  hash.update(chunk);
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
  sizeBytes += chunk.length;
});
fsyncSync(file);
closeSync(file);
const written: WrittenFile = { sizeBytes, sha256: hash.digest('hex') };
parentPort?.postMessage(written);
