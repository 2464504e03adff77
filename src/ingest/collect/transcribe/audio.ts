// Audio of the first seconds of a video, by yt-dlp and ffmpeg. Its file is deleted once it is read.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storableText } from '../../../lib/text.ts';
import { hourMs } from '../../../lib/time.ts';
import { videoOfUrl } from '../../../lib/video-url.ts';
import type { CollectEnvironment } from '../collector.ts';
import { hasOwnIds } from '../yt-dlp/listing.ts';
import { runYtDlp } from '../yt-dlp/program.ts';

export const audioSeconds = 20;

/** `bytes`: a WAV file of 16 kHz, mono, which every provider accepts. `hasNoFfmpeg`: no video will have audio until ffmpeg is installed. */
type Audio = { bytes: Buffer } | { problem: string; hasNoFfmpeg: boolean };

export type AudioDeps = {
  environment: Pick<CollectEnvironment, 'ytDlp' | 'ytDlpCookies' | 'dataDir'>;
  signal: AbortSignal;
};

const timeoutMs = 120_000;
/** 20 s take 640 kB. */
const maxBytes = 4_000_000;

const args = [
  '--no-playlist',
  '--no-warnings',
  // Sites without separate audio have small videos.
  ...['--format', 'worstaudio/worst'],
  ...['--download-sections', `*0-${audioSeconds}`],
  '--extract-audio',
  ...['--audio-format', 'wav'],
  ...['--postprocessor-args', `ExtractAudio:-ac 1 -ar 16000 -t ${audioSeconds}`],
  ...['--retries', '2'],
  ...['--output', 'audio.%(ext)s'],
];

/** `info`: if it has the formats, the site is not requested again. Rejects if `signal` aborts, or yt-dlp is not installed. */
export async function fetchAudio(
  info: Readonly<Record<string, unknown>>,
  { environment, signal }: AudioDeps,
): Promise<Audio> {
  const { ytDlp: program, ytDlpCookies: cookies, dataDir } = environment;
  const root = join(dataDir, 'audio');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await deleteOld(root);
  const directory = await mkdtemp(join(root, 'video-'));
  try {
    const source = await sourceOf(info, directory);
    if (!source) return { problem: 'the video has no URL', hasNoFfmpeg: false };
    const run = { program, cookies, directory, timeoutMs, maxOutputBytes: 1_000_000, signal };
    const { stderr, problem } = await runYtDlp({ ...run, args: [...args, ...source.args], urls: source.urls });
    const bytes = await readAudio(join(directory, 'audio.wav'));
    if (bytes) return { bytes };
    return {
      problem: problem ?? errorOf(stderr),
      hasNoFfmpeg: /ff(?:mpeg|probe)\b.*\bnot (?:found|installed)/i.test(stderr),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function sourceOf(
  info: Readonly<Record<string, unknown>>,
  directory: string,
): Promise<{ args: readonly string[]; urls: readonly string[] } | undefined> {
  const url = info.webpage_url ?? info.original_url ?? info.url;
  const hasFormats = (Array.isArray(info.formats) && info.formats.length > 0) || typeof info.url === 'string';
  if (hasFormats) {
    const file = join(directory, 'video.info.json');
    await writeFile(file, JSON.stringify(info), { mode: 0o600 });
    return { args: ['--load-info-json', file], urls: [] };
  }
  return typeof url === 'string' ? { args: [], urls: [url] } : undefined;
}

async function readAudio(path: string): Promise<Buffer | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && found.size > 0 && found.size <= maxBytes ? readFile(path) : undefined;
}

function errorOf(stderr: string): string {
  const line = stderr.split('\n').find((text) => text.startsWith('ERROR:')) ?? '';
  return storableText(line.replace(/^ERROR:\s*/, '').slice(0, 300)) || 'yt-dlp wrote no audio';
}

/** Deletes the files of killed processes. */
async function deleteOld(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > hourMs) await rm(path, { recursive: true, force: true });
  }
}

/** -50 dB of full scale. Lower levels are silence. */
const silentLevel = 0.003;
const sampleBytes = 2;
const windowSamples = 1600;

/** Whether every tenth of a second of a 16-bit WAV file is silent. */
export function isSilent(wav: Buffer): boolean {
  const data = wav.indexOf('data', 12, 'latin1');
  if (data === -1 || wav.toString('latin1', 0, 4) !== 'RIFF') return false;
  const samples = wav.subarray(data + 8);
  const count = Math.floor(samples.length / sampleBytes);
  for (let from = 0; from < count; from += windowSamples) {
    const to = Math.min(from + windowSamples, count);
    let power = 0;
    for (let at = from; at < to; at++) power += (samples.readInt16LE(at * sampleBytes) / 32_768) ** 2;
    if (Math.sqrt(power / (to - from)) >= silentLevel) return false;
  }
  return true;
}

// Values of a video for its transcription, from the info.json of yt-dlp.

type Info = Readonly<Record<string, unknown>>;

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** `youtube/ID` as for hooks, else the site and the id of yt-dlp. Undefined if the video has neither. */
export function videoKeyOf(info: Info): string | undefined {
  const byUrl = videoOfUrl(text(info.webpage_url) ?? '');
  if (byUrl !== undefined) return byUrl;
  const site = text(info.extractor_key) ?? text(info.extractor) ?? text(info.ie_key);
  const id = text(info.id);
  if (site === undefined || id === undefined) return undefined;
  const name = hasOwnIds(site) ? id : (text(info.webpage_url) ?? id);
  return `${site.toLowerCase()}/${name}`.slice(0, 1000);
}

/** The title that the video would have without a transcript. */
export function titleOf(info: Info): string | undefined {
  return text(info.title) ?? text(info.fulltitle);
}

/** Lyrics are not an opening line. */
export function isMusic({ categories }: Info): boolean {
  return Array.isArray(categories) && categories.some((name) => /^music$/i.test(String(name)));
}

/** Seconds of audio that are transcribed. */
export function secondsOf({ duration }: Info): number {
  const isKnown = typeof duration === 'number' && duration > 0;
  return isKnown ? Math.min(Math.ceil(duration), audioSeconds) : audioSeconds;
}
