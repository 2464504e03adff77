// Digest of input files: tells that files on this machine are those of the last import.
import { createHash } from 'node:crypto';
import type { InputFile } from '../imports/input-files.ts';

/** Of names, sizes and bytes. undefined if one can be read once only, like a pipe. */
export async function digestFiles(files: readonly InputFile[]): Promise<string | undefined> {
  if (files.some(({ size }) => size === undefined)) return undefined;
  const hash = createHash('sha256');
  for (const { name, size, open } of files) {
    hash.update(`${JSON.stringify([name, size])}\n`);
    for await (const chunk of open()) hash.update(chunk);
  }
  return `sha256:${hash.digest('hex')}`;
}
