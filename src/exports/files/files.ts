// Store of export files: its interface, the names of files, and the error for an outage.

import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { randomBase62 } from '../../lib/ids.ts';

export type ExportFiles = {
  /** Location for messages: the directory, or the bucket with its prefix. */
  location: string;
  /** Rejects if files cannot be stored; the error contains the fix. */
  check: () => Promise<void>;
  /** Stores the file that `write` creates, and its compressed form if any, atomically. */
  put: (file: string, write: Write, signal: AbortSignal) => Promise<WrittenFile>;
  has: (file: string) => Promise<boolean>;
  /** Resolves to undefined if the file does not exist. `range` is inclusive. An open file stays readable after its removal. */
  open: (file: string, range?: { start: number; end: number }) => Promise<Readable | undefined>;
  /** Removes the file and its compressed form, complete or partial. */
  remove: (file: string) => Promise<void>;
  /** Names of all export files, including files being written, without compressed forms. Other files are left out. */
  list: () => Promise<string[]>;
  size: () => Promise<{ files: number; bytes: number }>;
  close: () => void;
};

/** `sha256` is hexadecimal. */
export type FileDigest = { sizeBytes: number; sha256: string };
export type WrittenFile = FileDigest & { gzip: FileDigest | undefined };
/** Paths to write a file and its compressed form to. */
export type FilePaths = { file: string; gzip: string };
type Write = (paths: FilePaths) => Promise<WrittenFile>;

/** Outage of the store, which a retry can fix, unlike other errors. */
export class StoreUnavailableError extends Error {}

export const partSuffix = '.part';

/** The compressed form of a file is stored next to it, opened by this name, and removed with it. */
export function gzipNameOf(file: string): string {
  return `${file}.gz`;
}

export function isGzipName(name: string): boolean {
  return name.endsWith('.gz');
}

/** Returns the name of the export file that a name in the store belongs to. */
export function fileNameOf(name: string): string {
  return name.replace(/(\.gz)?(\.part)?$/, '');
}

/** Unique for each attempt, so attempts never write to the same file. */
export function newFileName(exportId: string): string {
  return `${exportId}-${randomBase62(8)}`;
}

/** Returns the id in the name of an export file; undefined for other names. */
export function exportIdOf(file: string): string | undefined {
  return /^(exp_[0-9A-Za-z]{16})-[0-9A-Za-z]{8}$/.exec(file)?.[1];
}

// Export files in a directory that processes and machines may share. A file has the suffix `.part` while it is written.

/** Error codes of a network share during an outage of its server. */
const outageCodes = ['ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN'];

export function openDirectoryFiles(directory: string): ExportFiles {
  const pathOf = (file: string) => join(directory, file);

  function explain(error: unknown): unknown {
    const { code = '' } = error as NodeJS.ErrnoException;
    // If the whole directory is missing, the share is not mounted, and the file may exist.
    const isOutage = code === 'ENOENT' ? !existsSync(directory) : outageCodes.includes(code);
    return isOutage ? new StoreUnavailableError(`${directory} is not available.`, { cause: error }) : error;
  }

  /** Resolves to undefined if the file does not exist. */
  async function find<T>(response: Promise<T>): Promise<T | undefined> {
    try {
      return await response;
    } catch (error) {
      const explained = explain(error);
      if (explained === error && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw explained;
    }
  }

  async function remove(file: string): Promise<void> {
    for (const name of [file, gzipNameOf(file)]) {
      await rm(pathOf(name), { force: true });
      await rm(pathOf(name + partSuffix), { force: true });
    }
  }

  return {
    location: directory,
    check: async () => {
      if (!existsSync(directory)) throw new Error('The directory does not exist. Create it, or mount its file system.');
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    put: async (file, write, signal) => {
      const gzip = gzipNameOf(file);
      const parts = { file: pathOf(file + partSuffix), gzip: pathOf(gzip + partSuffix) };
      try {
        const written = await write(parts);
        signal.throwIfAborted();
        if (written.gzip) await rename(parts.gzip, pathOf(gzip));
        await rename(parts.file, pathOf(file));
        await syncDirectory(directory);
        return written;
      } catch (error) {
        // If this fails too, a sweep removes the file.
        await remove(file).catch(() => {});
        throw explain(error);
      }
    },
    has: async (file) => (await find(stat(pathOf(file)))) !== undefined,
    open: async (file, range) => (await find(open(pathOf(file))))?.createReadStream(range),
    remove,
    list: () => listFiles(directory),
    size: async () => {
      const names = (await readdir(directory)).filter((name) => exportIdOf(fileNameOf(name)) !== undefined);
      // A file may be deleted meanwhile.
      const sizes = await Promise.all(names.map((name) => stat(pathOf(name)).catch(() => ({ size: 0 }))));
      return {
        files: names.filter((name) => !isGzipName(name)).length,
        bytes: sizes.reduce((sum, { size }) => sum + size, 0),
      };
    },
    close: () => {},
  };
}

/** Returns the names of the export files in a directory, including files of which only a part or the compressed form exists. */
export async function listFiles(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).map(fileNameOf);
  return [...new Set(names)].filter((name) => exportIdOf(name) !== undefined);
}

/** Without this, a power failure may lose the new name, though not the bytes. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

// A file that is hashed while it is written. Synchronous, for the writing thread.

/** `close` returns when the file is synced to disk. */
type OutputFile = { write: (bytes: Uint8Array) => void; close: () => FileDigest };

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
