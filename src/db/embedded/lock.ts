// Lock of a data directory: one process at a time. The kernel holds it, so a killed process leaves no stale lock.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

class DataDirectoryInUseError extends Error {}

/**
 * Locks the directory, or throws DataDirectoryInUseError with the holder's pid. Node has no file locks, so SQLite provides one: an
 * exclusive transaction locks its file through the OS, which releases the lock when the process ends in any way.
 */
export function lockDataDirectory(dataDir: string): { release: () => void } {
  const holderFile = join(dataDir, 'holder.pid');
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new DataDirectoryInUseError(
      `${dataDir} is in use by process ${readHolder(holderFile)}. Stop that process, or set HOOKLINE_DATA to another directory.`,
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  return { release: () => database.close() };
}

/** SQLite's code of a lock that another process holds. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}
