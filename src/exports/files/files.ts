// Store of export files: its interface, the names of files, and the error of an outage.
import type { Readable } from 'node:stream';
import { randomBase62 } from '../../lib/ids.ts';

export type ExportFiles = {
  /** For messages: the directory, or the bucket with its prefix. */
  location: string;
  /** Rejects if files cannot be stored, with what to change. */
  check: () => Promise<void>;
  /** Stores the file that `write` creates, and its compressed form if it creates one: completely, or not at all. */
  put: (file: string, write: Write, signal: AbortSignal) => Promise<WrittenFile>;
  has: (file: string) => Promise<boolean>;
  /** `range` is inclusive. An open file stays readable when it is removed. Undefined if the file does not exist. */
  open: (file: string, range?: { start: number; end: number }) => Promise<Readable | undefined>;
  /** Removes the file and its compressed form, complete or partial. */
  remove: (file: string) => Promise<void>;
  /** Names of all export files, including those being written, without their compressed forms. Other files are left out. */
  list: () => Promise<string[]>;
  size: () => Promise<{ files: number; bytes: number }>;
  close: () => void;
};

/** `sha256` is hexadecimal. */
export type FileDigest = { sizeBytes: number; sha256: string };
export type WrittenFile = FileDigest & { gzip: FileDigest | undefined };
/** Where to write a file and its compressed form. */
export type FilePaths = { file: string; gzip: string };
type Write = (paths: FilePaths) => Promise<WrittenFile>;

/** An outage of the store: worth a retry, unlike other errors. */
export class StoreUnavailableError extends Error {}

export const partSuffix = '.part';

/** The compressed form of a file: stored beside it, opened by this name, and removed with it. */
export function gzipNameOf(file: string): string {
  return `${file}.gz`;
}

export function isGzipName(name: string): boolean {
  return name.endsWith('.gz');
}

/** The name of the file that a name in the store belongs to. */
export function fileNameOf(name: string): string {
  return name.replace(/(\.gz)?(\.part)?$/, '');
}

/** Unique for each attempt, so attempts never write to the same file. */
export function newFileName(exportId: string): string {
  return `${exportId}-${randomBase62(8)}`;
}

/** The id in the name of an export file, undefined for other names. */
export function exportIdOf(file: string): string | undefined {
  return /^(exp_[0-9A-Za-z]{16})-[0-9A-Za-z]{8}$/.exec(file)?.[1];
}
