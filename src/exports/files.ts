// The directory of exports: complete files by name, and those being written with `.part` after it.
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBase62 } from '../ids.ts';

export const partSuffix = '.part';

export type ExportFiles = {
  pathOf: (file: string) => string;
  /** Removes the file and what was written of it. */
  remove: (file: string) => Promise<void>;
  /** Names of all files, also of those being written, without their suffix. */
  list: () => Promise<string[]>;
  /** Of all files, also of those being written. */
  size: () => Promise<{ files: number; bytes: number }>;
};

export function openExportFiles(dataDir: string): ExportFiles {
  const directory = join(dataDir, 'exports');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pathOf = (file: string) => join(directory, file);
  return {
    pathOf,
    remove: async (file) => {
      await rm(pathOf(file), { force: true });
      await rm(pathOf(file + partSuffix), { force: true });
    },
    list: async () => [...new Set((await readdir(directory)).map((name) => name.replace(/\.part$/, '')))],
    size: async () => {
      const names = await readdir(directory);
      // One that is deleted meanwhile takes no room.
      const sizes = await Promise.all(names.map((name) => stat(join(directory, name)).catch(() => ({ size: 0 }))));
      return { files: names.length, bytes: sizes.reduce((sum, { size }) => sum + size, 0) };
    },
  };
}

/** A name that no other attempt has, so that one never writes into the file of another. */
export function newFileName(exportId: string): string {
  return `${exportId}-${randomBase62(8)}`;
}
