// Reads a directory of yt-dlp downloads as JSON Lines, one line per video.

import { isUtf8 } from 'node:buffer';
import { open, opendir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fail } from '../../lib/errors.ts';
import { isObject, jsonProblem } from '../formats/parse-json.ts';
import { scanString, scanValue } from '../formats/scan-json.ts';
import { openingLine } from './captions.ts';

/** Output templates create folders per site, channel and playlist; deeper folders are not from yt-dlp. */
const maxDepth = 8;
const pieceLength = 65_536;

/**
 * Every `*.info.json` in `path` and its folders, ordered by name, as one line with the opening line of its captions. An unreadable file
 * becomes a line that the importer rejects with the name of the file. Memory holds the names of one folder and the content of one video.
 * Throws `invalid_parameter` if there is no such file.
 */
export async function* readYtDlpDirectory(path: string): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const piece of inPieces(linesOf(path, path, 0))) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) fail('invalid_parameter', `There is no *${infoSuffix} file of a video in ${path}.`);
}

/** Reads a single `*.info.json`, like readYtDlpDirectory(). */
export async function* readYtDlpVideo(path: string): AsyncGenerator<Uint8Array> {
  const { names } = await listFolder(dirname(path));
  const line = await videoLine(dirname(path), basename(path), names, basename(path));
  if (line !== null) yield Buffer.from(line);
}

async function* linesOf(root: string, folder: string, depth: number): AsyncGenerator<string> {
  let listed: Listing;
  try {
    listed = await listFolder(folder);
  } catch (error) {
    if (depth === 0) throw error;
    yield rejectionLine(relative(root, folder), describeFailure(error));
    return;
  }
  for (const name of listed.names) {
    if (!name.endsWith(infoSuffix)) continue;
    const line = await videoLine(folder, name, listed.names, relative(root, join(folder, name)));
    if (line !== null) yield line;
  }
  if (depth === maxDepth) return;
  for (const name of listed.folders) yield* linesOf(root, join(folder, name), depth + 1);
}

type Listing = { names: string[]; folders: string[] };

/** Sorted names. Links to folders are not followed, since they may form a cycle; links to files are. */
async function listFolder(path: string): Promise<Listing> {
  const listing: Listing = { names: [], folders: [] };
  for await (const entry of await opendir(path, { bufferSize: 1024 })) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) listing.folders.push(entry.name);
    else if (/\.(?:info\.json|vtt|srt)$/.test(entry.name)) listing.names.push(entry.name);
  }
  listing.names.sort();
  listing.folders.sort();
  return listing;
}

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let buffer = '';
  for await (const line of lines) {
    buffer += line;
    if (buffer.length < pieceLength) continue;
    yield Buffer.from(buffer);
    buffer = '';
  }
  if (buffer !== '') yield Buffer.from(buffer);
}

// One yt-dlp download as a line of JSON: the info.json without members that no mapping uses, plus the opening line.

export const infoSuffix = '.info.json';

const maxInfoBytes = 64 * 1_048_576;
/** Captions are read only up to this size, since an opening line is near the start. */
const maxCaptionBytes = 1_048_576;

/** The large members of an info.json, and `opening_line`, which is set here. */
const dropped = new Set([
  'formats',
  'requested_formats',
  'requested_downloads',
  'requested_subtitles',
  'automatic_captions',
  'subtitles',
  'thumbnails',
  'heatmap',
  'chapters',
  'comments',
  'fragments',
  'http_headers',
  'entries',
  'opening_line',
]);
const maxMemberLength = 65_536;

/** A line for the video of `folder/name`, or null for a playlist. `names`: the sorted names in the folder. `shown`: its name in reports. */
export async function videoLine(
  folder: string,
  name: string,
  names: readonly string[],
  shown: string,
): Promise<string | null> {
  let text: string;
  let info: unknown;
  try {
    text = await readInfo(join(folder, name));
    info = JSON.parse(text);
  } catch (error) {
    return rejectionLine(shown, describeFailure(error));
  }
  if (!isObject(info)) return rejectionLine(shown, 'the record of a video must be an object');
  if (info._type === 'playlist' || info._type === 'multi_video') return null;
  const members = keptMembers(text);
  const spoken = await readOpening(folder, captionsBeside(name.slice(0, -infoSuffix.length), names, info));
  if (spoken !== null) {
    members.set('opening_line', JSON.stringify(spoken.line));
    // If there is only a translation, the line is in its language.
    if (spoken.language !== null && spoken.language !== languageOf(info.language))
      members.set('language', JSON.stringify(spoken.language));
  }
  return `{${[...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}\n`;
}

/** A line in the form of rejects.jsonl, which the importer rejects with this file and reason. */
function rejectionLine(file: string, reason: string): string {
  return `${JSON.stringify({ file, line: 1, record: 0, field: 'file', reason, value: null })}\n`;
}

function describeFailure(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof RangeError) return jsonProblem(error);
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `the file cannot be read (${error.code})` : error.message;
}

async function readInfo(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('not a file');
  if (found.size > maxInfoBytes) throw new Error('the file is larger than 64 MiB');
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) throw new Error('the file contains bytes that are not UTF-8');
  return bytes.toString().replace(/^\ufeff/, '');
}

/** The unparsed text of each member of a JSON object, so that numbers keep all their digits. */
function keptMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  for (let at = text.indexOf('"'); at !== -1; ) {
    const keyEnd = scanString(text, at) + 1;
    const from = text.indexOf(':', keyEnd) + 1;
    const scan = scanValue(text, from, true);
    if (scan.kind !== 'value') break;
    const key: string = JSON.parse(text.slice(at, keyEnd));
    // Strings contain no raw line breaks, so any line break is layout.
    const value = text
      .slice(from, scan.end)
      .replace(/[\r\n]+/g, ' ')
      .trim();
    if (value.length <= maxMemberLength && !dropped.has(key)) members.set(key, value);
    at = text[scan.end] === ',' ? text.indexOf('"', scan.end) : -1;
  }
  return members;
}

type Spoken = { line: string; language: string | null };

/** The first file with cues decides: if it has no speech, the video has none. */
async function readOpening(folder: string, captions: ReturnType<typeof captionsBeside>): Promise<Spoken | null> {
  for (const { name, language } of captions) {
    const text = await readCaptions(join(folder, name)).catch(() => '');
    if (!text.includes('-->')) continue;
    const line = openingLine(text);
    // A line with invalid bytes is worse than the title.
    return line === null || line.includes('\ufffd') ? null : { line, language };
  }
  return null;
}

async function readCaptions(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) return '';
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxCaptionBytes), 0, maxCaptionBytes, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
    return new TextDecoder(encoding).decode(bytes);
  } finally {
    await file.close();
  }
}

// Ranks the caption files of an info.json by name.

/** `language`: a code of two or three letters, or null if the name has none. */
type CaptionFile = { name: string; language: string | null };

/** The caption files of the video `stem`, best first. `names` must be sorted. */
export function captionsBeside(
  stem: string,
  names: readonly string[],
  info: Readonly<Record<string, unknown>>,
): CaptionFile[] {
  const prefix = `${stem}.`;
  const found: { name: string; tag: string; rank: number }[] = [];
  const spoken = spokenLanguage(info);
  for (let at = lowerBound(names, prefix); ; at++) {
    const name = names[at];
    if (!name?.startsWith(prefix)) break;
    const match = /^(?:([\w-]{1,40})\.)?(vtt|srt)$/.exec(name.slice(prefix.length));
    if (match === null) continue;
    const [, tag = '', extension] = match;
    // `talk.en.vtt` may belong to the video `talk.en` instead.
    if (tag !== '' && has(names, `${prefix}${tag}.info.json`)) continue;
    found.push({ name, tag, rank: rankOf(tag, spoken, info) + (extension === 'vtt' ? 0 : 1) });
  }
  found.sort((a, b) => a.rank - b.rank);
  return found.map(({ name, tag }) => ({ name, language: languageOf(tag) }));
}

/** Rank of a caption file, best lowest: in the spoken language, written by hand, original rather than translated. */
function rankOf(tag: string, spoken: string | null, info: Readonly<Record<string, unknown>>): number {
  const language = languageOf(tag);
  const isOther = language !== null && spoken !== null && language !== spoken;
  const isUnsure = language === null || spoken === null;
  const isAutomatic = !hasMember(info.subtitles, tag) && hasMember(info.automatic_captions, tag);
  const isExact = tag === info.language || tag.endsWith('-orig');
  return (isOther ? 32 : 0) + (isUnsure ? 16 : 0) + (isAutomatic ? 8 : 0) + (isExact ? 0 : 4);
}

/** The language in the info.json, else the language of the automatic captions that YouTube marks as original. */
function spokenLanguage({ language, automatic_captions: automatic }: Readonly<Record<string, unknown>>): string | null {
  const stated = languageOf(language);
  if (stated !== null || typeof automatic !== 'object' || automatic === null) return stated;
  return languageOf(Object.keys(automatic).find((tag) => tag.endsWith('-orig')));
}

/** Normalises `en-US`, `en-orig` and `eng` to `en`. */
function languageOf(tag: unknown): string | null {
  const code = typeof tag === 'string' ? /^[a-z]{2,3}(?=[-_]|$)/i.exec(tag)?.[0].toLowerCase() : undefined;
  if (code === undefined || ['und', 'mul', 'zxx', 'mis'].includes(code)) return null;
  return Intl.getCanonicalLocales(code)[0] ?? null;
}

function hasMember(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function has(names: readonly string[], name: string): boolean {
  return names[lowerBound(names, name)] === name;
}

/** Index of the first name that is not less than `name`. */
function lowerBound(names: readonly string[], name: string): number {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? '') < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
