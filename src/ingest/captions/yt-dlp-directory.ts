// A directory that yt-dlp filled, as JSON Lines with one line for each video. What a line holds is in yt-dlp-video.ts.
import { opendir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fail } from '../../lib/errors.ts';
import { describeFailure, infoSuffix, refusalLine, videoLine } from './yt-dlp-video.ts';

/** Output templates make a folder for the site, the channel, the playlist; what lies deeper is something else. */
const maxDepth = 8;
const pieceLength = 65_536;

/**
 * Every `*.info.json` in `path` and the folders within, in the order of their names, each as one line with the opening line of
 * the captions beside it. What cannot be read becomes a line that the importer refuses, naming the file. Holds the names of
 * one folder at a time and the content of one video. Throws `invalid_parameter` where there is no such file at all.
 */
export async function* readYtDlpDirectory(path: string): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const piece of inPieces(linesOf(path, path, 0))) {
    isEmpty = false;
    yield piece;
  }
  if (isEmpty) fail('invalid_parameter', `There is no video's *${infoSuffix} in ${path}.`);
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
    yield refusalLine(relative(root, folder), describeFailure(error));
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

/** Sorted. Links to folders are not followed, since they may lead in a circle; links to files are. */
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
  let waiting = '';
  for await (const line of lines) {
    waiting += line;
    if (waiting.length < pieceLength) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
