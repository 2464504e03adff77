// Where files of exports are kept: what every store of them does, how files are named, and which errors pass.
import type { Readable } from 'node:stream';
import { randomBase62 } from '../../lib/ids.ts';

export type ExportFiles = {
  /** For people: the directory, or the bucket with its prefix. */
  location: string;
  /** Rejects where files cannot be kept here, and says what has to be changed. */
  check: () => Promise<void>;
  /** Has `write` make a file at a path, and keeps it: under its name it is there whole or not at all. */
  put: <W extends WrittenFile>(file: string, write: (path: string) => Promise<W>, signal: AbortSignal) => Promise<W>;
  has: (file: string) => Promise<boolean>;
  /** `range` has both its ends. What is open stays readable when the file is removed. undefined: there is no such file. */
  open: (file: string, range?: { start: number; end: number }) => Promise<Readable | undefined>;
  /** Removes the file and what was written of it. */
  remove: (file: string) => Promise<void>;
  /** Names of all files, also of those being written. Whatever else lies there is not ours. */
  list: () => Promise<string[]>;
  size: () => Promise<{ files: number; bytes: number }>;
  close: () => void;
};

/** `sha256` in hexadecimal. */
export type WrittenFile = { sizeBytes: number; sha256: string };

/** The store does not answer now, and may later: worth another try, where any other error is not. */
export class StoreAway extends Error {}

export const partSuffix = '.part';

/** A name that no other attempt has, so that one never writes into the file of another. */
export function newFileName(exportId: string): string {
  return `${exportId}-${randomBase62(8)}`;
}

/** The export that a file was named for. undefined: no file of ours has this name. */
export function exportIdOf(file: string): string | undefined {
  return /^(exp_[0-9A-Za-z]{16})-[0-9A-Za-z]{8}$/.exec(file)?.[1];
}
