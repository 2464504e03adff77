// A file that is hashed while it is written, synchronously: for the writing thread.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { FileDigest } from './files.ts';

/** `close` returns when the file is synced to disk. */
export type OutputFile = { write: (bytes: Uint8Array) => void; close: () => FileDigest };

export function openOutputFile(path: string): OutputFile {
  const file = openSync(path, 'w', 0o600);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  return {
    write(bytes) {
      hash.update(bytes);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      sizeBytes += bytes.length;
    },
    close() {
      fsyncSync(file);
      closeSync(file);
      return { sizeBytes, sha256: hash.digest('hex') };
    },
  };
}
