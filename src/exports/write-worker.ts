// Worker thread of an export: encodes, compresses and writes the file, and exits when it is synced to disk.
import { parentPort, workerData } from 'node:worker_threads';
import { restoreBuffer } from '../catalog/snapshot/record-bytes.ts';
import { lowerThreadPriority } from '../lib/threads/warm-threads.ts';
import { openOutputFile, type WrittenFile } from './files/files.ts';
import { gzipWrites, isCompressible } from './formats/format.ts';
import { loadEncoder } from './formats/load-encoder.ts';
import type { WriteTask } from './run.ts';

lowerThreadPriority('export');
const { paths, format, fields, rows, ...sent } = workerData as WriteTask;
const hooks = restoreBuffer(sent);
const encode = await loadEncoder(format);
const file = openOutputFile(paths.file);
const gzipFile = isCompressible(format) ? openOutputFile(paths.gzip) : undefined;
const gzip = gzipFile && gzipWrites(gzipFile.write);

const write = (chunk: Uint8Array) => {
  file.write(chunk);
  gzip?.add(chunk);
};
encode(hooks, rows, write, fields);
gzip?.end();
const written: WrittenFile = { ...file.close(), gzip: gzipFile?.close() };
parentPort?.postMessage(written);
