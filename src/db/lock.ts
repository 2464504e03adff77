// One process at a time on a data directory. The kernel holds the lock, so a killed process never leaves it behind.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

class DataDirectoryHeld extends Error {}

/**
 * Takes the directory or throws DataDirectoryHeld naming the holder's pid. SQLite serves as the portable file lock that
 * Node itself lacks: an exclusive transaction is an OS lock on the file, released when the process ends, however it ends.
 */
export function lockDataDirectory(dataDir: string): { release: () => void } {
  const holderFile = join(dataDir, 'holder.pid');
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch {
    database.close();
    throw new DataDirectoryHeld(
      `${dataDir} is in use by process ${readHolder(holderFile)}. Stop that process, or set HOOKLINE_DATA to another directory.`,
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  return { release: () => database.close() };
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').trim();
  } catch {
    return '(not yet known)';
  }
}
