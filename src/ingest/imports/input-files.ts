// What an import of a path reads: a file, the files of a directory, or a directory as one stream. Nothing about addresses.
import { createReadStream, type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, matchesGlob, resolve } from 'node:path';
import { fail } from '../../lib/errors.ts';
import { readYtDlpDirectory, readYtDlpVideo } from '../captions/yt-dlp-directory.ts';
import { infoSuffix } from '../captions/yt-dlp-video.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** `name` is what an import calls the file; `size`, in bytes, is undefined where it is not known before the end. */
export type InputFile = { name: string; size: number | undefined; open: () => AsyncIterable<Uint8Array> };

const anyFormat = '*.{json,jsonl,ndjson,csv,tsv,gz}';

/**
 * At least one, by name; a directory that yt-dlp filled is one. Throws `invalid_parameter`, saying why, where there is nothing
 * to read.
 */
export function inputFiles(path: string, mapping: Mapping): InputFile[] {
  const found = look(path);
  if (!found.isDirectory()) return [fromFile(path, found, mapping)];
  const entries = list(path);
  const pattern = mapping.files ?? anyFormat;
  const names = entries.filter((entry) => entry.isFile() && matchesGlob(entry.name, pattern)).map(({ name }) => name);
  const videos = names.filter((name) => name.endsWith(infoSuffix)).length;
  const hasFolders = entries.some((entry) => entry.isDirectory());
  // A folder of dumps (`yt-dlp -j`) has no info.json and is a folder of files like any other.
  if (mapping.directory === 'yt-dlp' && (videos > 0 || (names.length === 0 && hasFolders)))
    return [joined(path, () => readYtDlpDirectory(path))];
  if (mapping.directory !== 'yt-dlp' && mapping.byName && videos * 2 > names.length)
    refuse(`${path} holds what yt-dlp downloaded: say --preset yt-dlp.`);
  if (names.length > 0) return names.sort().map((name) => fromFile(join(path, name), look(join(path, name)), mapping));
  const hint = hasFolders ? ' Folders within it are read by the preset yt-dlp only.' : '';
  return refuse(`There is no file to import in ${path} (looked for ${pattern}).${hint}`);
}

function look(path: string): Stats {
  return orRefuse(path, () => statSync(path, { throwIfNoEntry: false })) ?? refuse(`${path} does not exist.`);
}

function list(path: string): Dirent[] {
  return orRefuse(path, () => readdirSync(path, { withFileTypes: true }));
}

function orRefuse<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuse(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function fromFile(path: string, found: Stats, mapping: Mapping): InputFile {
  if (mapping.directory === 'yt-dlp' && path.endsWith(infoSuffix)) return joined(path, () => readYtDlpVideo(path));
  const open = () => createReadStream(path, { highWaterMark: 256 * 1024 });
  // A pipe has no size.
  return { name: basename(path), size: found.isFile() ? found.size : undefined, open };
}

/** Named as the JSON Lines that it is, so that the importer need not guess. */
function joined(path: string, open: InputFile['open']): InputFile {
  return { name: `${basename(resolve(path))}.jsonl`, size: undefined, open };
}

function refuse(detail: string): never {
  return fail('invalid_parameter', detail);
}
