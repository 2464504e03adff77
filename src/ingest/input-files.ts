// What an import of a path reads: a file, or the files of a directory that its mapping wants. Nothing about addresses or records.
import { createReadStream, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { fail } from '../errors.ts';
import type { Mapping } from './mapping.ts';

/** `name` is what an import calls the file; `size`, in bytes, is undefined where it is not known before the end. */
export type InputFile = { name: string; size: number | undefined; open: () => AsyncIterable<Uint8Array> };

const anyFormat = '*.{json,jsonl,ndjson,csv,tsv,gz}';

/** At least one, by name. Throws `invalid_parameter`, saying why, where there is nothing to read. */
export function inputFiles(path: string, mapping: Mapping): InputFile[] {
  const found = look(path);
  if (!found.isDirectory()) return [fromFile(path, found)];
  const pattern = mapping.files ?? anyFormat;
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && matchesGlob(entry.name, pattern))
    .map(({ name }) => name);
  if (names.length === 0) refuse(`There is no file to import in ${path} (looked for ${pattern}).`);
  return names.sort().map((name) => fromFile(join(path, name), statSync(join(path, name))));
}

function look(path: string): Stats {
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    refuse(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return found ?? refuse(`${path} does not exist.`);
}

function fromFile(path: string, found: Stats): InputFile {
  const open = () => createReadStream(path, { highWaterMark: 256 * 1024 });
  // A pipe has no size.
  return { name: basename(path), size: found.isFile() ? found.size : undefined, open };
}

function refuse(detail: string): never {
  return fail('invalid_parameter', detail);
}
