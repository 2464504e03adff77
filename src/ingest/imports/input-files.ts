// Input files of a path: a file, the files of a directory, or a yt-dlp directory as one stream.
import { createReadStream, type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, matchesGlob, resolve } from 'node:path';
import { fail } from '../../lib/errors.ts';
import { infoSuffix, readYtDlpDirectory, readYtDlpVideo } from '../captions/yt-dlp.ts';
import type { Mapping } from '../mapping/mapping.ts';

/** `name`: for reports. `size`: in bytes, undefined if it is unknown before the end. */
export type InputFile = { name: string; size: number | undefined; open: () => AsyncIterable<Uint8Array> };

const anyFormat = '*.{json,jsonl,ndjson,csv,tsv,xlsx,gz}';

/**
 * Returns at least one file, ordered by name; a yt-dlp directory counts as one file. Throws `invalid_parameter` if there is nothing to
 * read.
 */
export function inputFiles(path: string, mapping: Mapping): InputFile[] {
  const found = statPath(path);
  if (!found.isDirectory()) return [fromFile(path, found, mapping)];
  const entries = readEntries(path);
  const pattern = mapping.files ?? anyFormat;
  const names = entries.filter((entry) => entry.isFile() && matchesGlob(entry.name, pattern)).map(({ name }) => name);
  const videos = names.filter((name) => name.endsWith(infoSuffix)).length;
  const hasFolders = entries.some((entry) => entry.isDirectory());
  // A folder of `yt-dlp -j` output has no info.json, so it is read as a folder of files.
  if (mapping.directory === 'yt-dlp' && (videos > 0 || (names.length === 0 && hasFolders)))
    return [asJsonLines(path, () => readYtDlpDirectory(path))];
  if (mapping.directory !== 'yt-dlp' && mapping.byName && videos * 2 > names.length)
    reject(`${path} contains yt-dlp downloads. Set --preset yt-dlp.`);
  if (names.length > 0)
    return names.sort().map((name) => fromFile(join(path, name), statPath(join(path, name)), mapping));
  const hint = hasFolders ? ' Folders in it are read only with --preset yt-dlp.' : '';
  return reject(`There is no file to import in ${path} (looked for ${pattern}).${hint}`);
}

function statPath(path: string): Stats {
  return readOrReject(path, () => statSync(path, { throwIfNoEntry: false })) ?? reject(`${path} does not exist.`);
}

function readEntries(path: string): Dirent[] {
  return readOrReject(path, () => readdirSync(path, { withFileTypes: true }));
}

function readOrReject<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return reject(`${path} cannot be read (${code}).`);
  }
}

function fromFile(path: string, found: Stats, mapping: Mapping): InputFile {
  if (mapping.directory === 'yt-dlp' && path.endsWith(infoSuffix)) return asJsonLines(path, () => readYtDlpVideo(path));
  const open = () => createReadStream(path, { highWaterMark: 256 * 1024 });
  // A pipe has no size.
  return { name: basename(path), size: found.isFile() ? found.size : undefined, open };
}

/** The name gets the extension of its format, so that the importer need not detect it. */
function asJsonLines(path: string, open: InputFile['open']): InputFile {
  return { name: `${basename(resolve(path))}.jsonl`, size: undefined, open };
}

function reject(detail: string): never {
  return fail('invalid_parameter', detail);
}
