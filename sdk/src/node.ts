// Exports of @hookline/sdk/node. The only file of the SDK that imports from node:, so the rest runs in browsers.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DownloadOptions } from './download.ts';
import type { ExportFile } from './exports.ts';

/**
 * Writes the file of an export in constant memory and verifies its SHA-256. Bytes are written to `<path>.part`, which is
 * renamed when complete, so `path` never holds a partial file. Rejects with HooklineExportError if the file is corrupt.
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
