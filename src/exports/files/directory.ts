// Files of exports in a directory, which processes and machines may share. Those being written have `.part` after their name.
import { existsSync } from 'node:fs';
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportFiles, exportIdOf, partSuffix, StoreAway } from './files.ts';

/** What a share says whose server is gone for a while. */
const awayCodes = ['ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN'];

export function openDirectoryFiles(directory: string): ExportFiles {
  const pathOf = (file: string) => join(directory, file);

  function explain(error: unknown): unknown {
    const { code = '' } = error as NodeJS.ErrnoException;
    // A file that is missing says nothing where its whole directory is: the share is not mounted.
    const isAway = code === 'ENOENT' ? !existsSync(directory) : awayCodes.includes(code);
    return isAway ? new StoreAway(`${directory} is not there.`, { cause: error }) : error;
  }

  /** undefined where there is no such file. */
  async function find<T>(looking: Promise<T>): Promise<T | undefined> {
    try {
      return await looking;
    } catch (error) {
      const explained = explain(error);
      if (explained === error && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw explained;
    }
  }

  async function remove(file: string): Promise<void> {
    await rm(pathOf(file), { force: true });
    await rm(pathOf(file + partSuffix), { force: true });
  }

  return {
    location: directory,
    check: async () => {
      if (!existsSync(directory)) throw new Error('There is no such directory. Make it, or mount what it is on.');
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    put: async (file, write, signal) => {
      const part = pathOf(file + partSuffix);
      try {
        const written = await write(part);
        signal.throwIfAborted();
        await rename(part, pathOf(file));
        await syncDirectory(directory);
        return written;
      } catch (error) {
        // Where this fails too a sweep makes up for it.
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
      // One that is deleted meanwhile takes no room.
      const sizes = await Promise.all(names.map((name) => stat(pathOf(name)).catch(() => ({ size: 0 }))));
      return { files: names.length, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
    },
    close: () => {},
  };
}

/** Names of the files in a directory that are ours, without the suffix of those being written. */
export async function listFiles(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).map((name) => name.replace(/\.part$/, ''));
  return [...new Set(names)].filter((name) => exportIdOf(name) !== undefined);
}

/** Without it the new name may be lost with the power, though the bytes are not. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
