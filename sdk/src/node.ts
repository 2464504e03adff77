// What only Node can do. The only file of the SDK that imports from node:, so that browsers need none of it.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DownloadOptions } from './download.ts';
import type { ExportFile } from './exports.ts';

/**
 * Writes the file of an export, without holding it in memory, and checks its SHA-256. Under `path` there is the whole file
 * or none: until then it is `path` with `.part` behind it.
 *
 * @example
 * ```ts
 * import { saveExport } from '@hookline/sdk/node';
 *
 * const file = await hookline.exports.run({ format: 'parquet' });
 * await saveExport(file, 'hooks.parquet');
 * ```
 */
export async function saveExport(
  file: ExportFile,
  path: string,
  options: Omit<DownloadOptions, 'verify'> = {},
): Promise<void> {
  const part = `${path}.part`;
  try {
    const bytes = file.download({ ...options, verify: true }, () => createHash('sha256'));
    await pipeline(Readable.from(bytes), createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
