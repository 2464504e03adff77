// Exports of @hookline/sdk/node. The only file of the SDK that imports from node:, so the rest runs in browsers.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import type { DownloadOptions } from './download.ts';
import { HooklineExportError } from './errors.ts';
import type { ExportFile } from './exports.ts';

/**
 * Options of `saveExport`. With `resume`, a download that fails keeps the bytes it received, and the next call with the same
 * export and path continues after them, also in another process.
 *
 * @example
 * ```ts
 * import { type SaveOptions, saveExport } from '@hookline/sdk/node';
 *
 * const options: SaveOptions = { resume: true, onProgress: (bytes, ofBytes) => console.log(bytes, ofBytes) };
 * const file = await hookline.exports.run({ format: 'jsonl' });
 * await saveExport(file, 'hooks.jsonl', options);
 * ```
 */
export type SaveOptions = Omit<DownloadOptions, 'verify' | 'from'> & { resume?: boolean };

/**
 * Writes the file of an export in constant memory and verifies its SHA-256. Bytes are written to a file next to `path` that ends with
 * `.part` and is renamed when complete, so `path` never holds a partial file. Rejects with HooklineExportError if the file is corrupt.
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
  { resume = false, ...options }: SaveOptions = {},
): Promise<void> {
  // Named after its content, so that a download of another export never continues it.
  const part = `${path}.${file.record.sha256?.slice(0, 16)}.part`;
  const hash = createHash('sha256');
  try {
    const from = resume ? await hashFile(part, hash) : 0;
    const bytes = file.download({ ...options, from, verify: true }, () => hash);
    // A pipeline would drop the bytes in its buffers when the download fails.
    await writeFile(part, bytes, { flag: from > 0 ? 'a' : 'w' });
    await rename(part, path);
  } catch (error) {
    if (!resume || error instanceof HooklineExportError) await rm(part, { force: true });
    throw error;
  }
}

/** Number of bytes of the file; 0 if it does not exist. */
async function hashFile(path: string, hash: Hash): Promise<number> {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (size > 0) for await (const chunk of createReadStream(path)) hash.update(chunk);
  return size;
}
