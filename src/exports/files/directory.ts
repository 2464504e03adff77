// Export files in a directory that processes and machines may share. A file has the suffix `.part` while it is written.
import { existsSync } from 'node:fs';
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ExportFiles,
  exportIdOf,
  fileNameOf,
  gzipNameOf,
  isGzipName,
  partSuffix,
  StoreUnavailableError,
} from './files.ts';

/** Errors of a network share during an outage of its server. */
const outageCodes = ['ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN'];

export function openDirectoryFiles(directory: string): ExportFiles {
  const pathOf = (file: string) => join(directory, file);

  function explain(error: unknown): unknown {
    const { code = '' } = error as NodeJS.ErrnoException;
    // If the whole directory is missing the share is not mounted, and the file may exist.
    const isOutage = code === 'ENOENT' ? !existsSync(directory) : outageCodes.includes(code);
    return isOutage ? new StoreUnavailableError(`${directory} is not available.`, { cause: error }) : error;
  }

  /** Undefined if the file does not exist. */
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
        // If this fails too, a sweep removes it.
        await remove(file).catch(() => {});
        throw explain(error);
      }
    },
    has: async (file) => (await find(stat(pathOf(file)))) !== undefined,
    open: async (file, range) => (await find(open(pathOf(file))))?.createReadStream(range),
    remove,
    list: () => listFiles(directory),
    size: async () => {
      const names = await readdir(directory);
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

/** Names of the export files in a directory, including those of which only a part or the compressed form is there. */
export async function listFiles(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).map(fileNameOf);
  return [...new Set(names)].filter((name) => exportIdOf(name) !== undefined);
}

/** Without it a power failure may lose the new name, though not the bytes. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
