// One yt-dlp download as a line of JSON: the info.json without members that no mapping uses, plus the opening line.
import { isUtf8 } from 'node:buffer';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, jsonProblem } from '../formats/parse-json.ts';
import { scanString, scanValue } from '../formats/scan-json.ts';
import { openingLine } from './captions.ts';
import { captionsBeside, languageOf } from './yt-dlp-captions.ts';

export const infoSuffix = '.info.json';

const maxInfoBytes = 64 * 1_048_576;
/** Only this much of captions is read: an opening line is near the start. */
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

/** A line for the video of `folder/name`, or null for a playlist. `names`: the sorted names beside it. `shown`: its name in reports. */
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

/** A line as in rejects.jsonl: the importer rejects it with this file and reason. */
export function rejectionLine(file: string, reason: string): string {
  return `${JSON.stringify({ file, line: 1, record: 0, field: 'file', reason, value: null })}\n`;
}

export function describeFailure(error: unknown): string {
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

/** The text of each member of a JSON object, unparsed, so that numbers keep all their digits. */
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
    // The title is better than a line with invalid bytes.
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
