// One video that yt-dlp saved, as a line of JSON: its info.json without what no mapping reads, and its opening line.
import { isUtf8 } from 'node:buffer';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonProblem } from '../formats/parse-json.ts';
import { scanString, scanValue } from '../formats/scan-json.ts';
import { openingLine } from './captions.ts';
import { captionsBeside, languageOf } from './yt-dlp-captions.ts';

export const infoSuffix = '.info.json';

const maxInfoBytes = 64 * 1_048_576;
/** Captions are read this far; whoever speaks later opens nothing. */
const maxCaptionBytes = 1_048_576;

/** Where the bulk of an info.json is. `opening_line` is ours to say. */
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
    return refusalLine(shown, describeFailure(error));
  }
  if (typeof info !== 'object' || info === null || Array.isArray(info))
    return refusalLine(shown, 'the record of a video must be an object');
  const video = info as Record<string, unknown>;
  if (video._type === 'playlist' || video._type === 'multi_video') return null;
  const members = keptMembers(text);
  const spoken = await readOpening(folder, captionsBeside(name.slice(0, -infoSuffix.length), names, video));
  if (spoken !== null) {
    members.set('opening_line', JSON.stringify(spoken.line));
    // Where only a translation is there, the line is in its language.
    if (spoken.language !== null && spoken.language !== languageOf(video.language))
      members.set('language', JSON.stringify(spoken.language));
  }
  return `{${[...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}\n`;
}

/** A line of the kind that rejects.jsonl has: the importer refuses it with this file and this reason. */
export function refusalLine(file: string, reason: string): string {
  return `${JSON.stringify({ file, line: 1, record: 0, field: 'file', reason, value: null })}\n`;
}

export function describeFailure(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof RangeError) return jsonProblem(error);
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? (error as Error).message : `it cannot be read (${code})`;
}

async function readInfo(path: string): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('it is not a file');
  if (found.size > maxInfoBytes) throw new Error('the file is larger than 64 MiB');
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) throw new Error('the file holds bytes that are not UTF-8');
  return bytes.toString().replace(/^\ufeff/, '');
}

/** The text of each member of an object that is valid JSON, as the file has it: numbers keep all their digits. */
function keptMembers(text: string): Map<string, string> {
  const members = new Map<string, string>();
  for (let at = text.indexOf('"'); at !== -1; ) {
    const keyEnd = scanString(text, at) + 1;
    const from = text.indexOf(':', keyEnd) + 1;
    const scan = scanValue(text, from, true);
    if (scan.kind !== 'value') break;
    const key: string = JSON.parse(text.slice(at, keyEnd));
    // Strings hold no raw line breaks, so those that are there are layout.
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

/** The first file that has cues decides: where it has no speech, neither has the video. */
async function readOpening(folder: string, captions: ReturnType<typeof captionsBeside>): Promise<Spoken | null> {
  for (const { name, language } of captions) {
    const text = await readCaptions(join(folder, name)).catch(() => '');
    if (!text.includes('-->')) continue;
    const line = openingLine(text);
    // A line with bytes that are no text is worse than the title.
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
