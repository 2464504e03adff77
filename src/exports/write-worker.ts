// The thread of one export: encodes, hashes and writes the file under a temporary name, and renames it when it is on the disk.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThread } from '../background.ts';
import { loadEncoder } from './encode.ts';
import { partSuffix } from './files.ts';
import type { WriteTask, Written } from './write-thread.ts';

lowerThread('export');
const { path, format, records, offsets, lengths, rows } = workerData as WriteTask;
const encode = await loadEncoder(format);
const hash = createHash('sha256');
let sizeBytes = 0;

const file = openSync(path + partSuffix, 'w', 0o600);
// A Buffer crosses threads as the plain bytes under it.
const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
encode({ records: bytes, offsets, lengths }, rows, (piece) => {
  hash.update(piece);
  for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  sizeBytes += piece.length;
});
fsyncSync(file);
closeSync(file);
renameSync(path + partSuffix, path);
syncDirectory(dirname(path));
const written: Written = { sizeBytes, sha256: hash.digest('hex') };
parentPort?.postMessage(written);

/** Without it the new name may be lost with the power, though the bytes are not. */
function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  fsyncSync(directory);
  closeSync(directory);
}
