// Free space of the disks that the service writes to. Imports and exports stop early, so that quotas, deliveries and PostgreSQL's
// write-ahead log still have space.
import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { HooklineError } from '../lib/errors.ts';

/** `reservedBytes` must stay free. */
export type ReservedDisk = Readonly<{ path: string; reservedBytes: number }>;

/** `database` is undefined if the database server runs elsewhere. */
export type Disks = Readonly<{ database: ReservedDisk | undefined; exports: ReservedDisk }>;

export type DiskFigures = { path: string; freeBytes: number; totalBytes: number; missingBytes: number };

/** A network share may not respond. */
const timeoutMs = 1000;
const retryAfterSeconds = 30;

export function disksOf({ dataDir, exports, limits }: Config, { isEmbedded }: { isEmbedded: boolean }): Disks {
  const at = (path: string): ReservedDisk => ({ path, reservedBytes: limits.reservedDiskBytes });
  return {
    database: isEmbedded ? at(dataDir) : undefined,
    // For S3, files are written here before they are uploaded.
    exports: at(exports.kind === 'directory' ? exports.path : dataDir),
  };
}

/** Resolves to undefined if the disk cannot be read. */
export async function readDisk({ path, reservedBytes }: ReservedDisk): Promise<DiskFigures | undefined> {
  const silence = pause(timeoutMs, undefined, { ref: false });
  const found = await Promise.race([statfs(path).catch(() => undefined), silence]);
  if (!found) return undefined;
  const freeBytes = found.bavail * found.bsize;
  const missingBytes = Math.max(0, reservedBytes - freeBytes);
  return { path, freeBytes, totalBytes: found.blocks * found.bsize, missingBytes };
}

/** Throws insufficient_storage if a disk has less free space than its reserve, or would have after writing `neededBytes`. */
export async function assertRoom(disks: readonly (ReservedDisk | undefined)[], neededBytes = 0): Promise<void> {
  for (const disk of disks) {
    const fault = disk && (await findDiskFault(disk, neededBytes));
    if (fault) throw fault;
  }
}

export async function findDiskFault(disk: ReservedDisk, neededBytes = 0): Promise<HooklineError | undefined> {
  const figures = await readDisk({ ...disk, reservedBytes: disk.reservedBytes + neededBytes });
  if (!figures || figures.missingBytes === 0) return undefined;
  const { path, freeBytes, missingBytes } = figures;
  return insufficientStorage(
    `The disk of ${path} is full: ${megabytes(freeBytes)} MB are left, and ${megabytes(missingBytes)} MB more are needed. ` +
      'Nothing was changed, and hooks are still served. Free space on it, or retry later.',
  );
}

/** Error for a disk that only the database server can see. */
export function databaseDiskFull(): HooklineError {
  return insufficientStorage(
    "The disk of the database is full. Nothing was changed, and hooks are still served. Free space on the server's disk, or retry later.",
  );
}

function insufficientStorage(detail: string): HooklineError {
  return new HooklineError('insufficient_storage', detail, { retryAfterSeconds });
}

export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}
