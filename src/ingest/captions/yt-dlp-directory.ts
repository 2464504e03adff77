// Reads a directory of yt-dlp downloads as JSON Lines, one line per video. yt-dlp-video.ts builds the lines.
import { opendir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fail } from '../../lib/errors.ts';
import { describeFailure, infoSuffix, rejectionLine, videoLine } from './yt-dlp-video.ts';

/** Output templates create folders per site, channel and playlist; deeper folders are something else. */
const maxDepth = 8;
const pieceLength = 65_536;

/**
 * Every `*.info.json` in `path` and its folders, ordered by name, as one line with the opening line of the captions beside it. An
 * unreadable file becomes a line that the importer rejects with the name of the file. Keeps the names of one folder and the
 * content of one video in memory. Throws `invalid_parameter` if there is no such file.
 */
export async function* readYtDlpDirectory(path: string): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const piece of inPieces(linesOf(path, path, 0))) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) fail('invalid_parameter', `There is no *${infoSuffix} file of a video in ${path}.`);
}

/** The same for a single `*.info.json`. */
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
