// Lists the videos of a channel, playlist, hashtag or profile, without their details: one request for many of them.
import { storableText } from '../../../lib/text.ts';
import { isObject, tryParseJson } from '../../formats/parse-json.ts';
import { LocationError } from '../collector.ts';
import type { CollectSettings } from '../settings.ts';
import {
  type Failure,
  failuresOf,
  type NamedFailure,
  remedies,
  runYtDlp,
  toFailure,
  type YtDlpResult,
  type YtDlpRun,
} from './program.ts';

/** A video whose details are fetched. `id` begins with its site, such as `youtube:kwJ3d0aQx1Y`. */
export type Entry = { id: string; url: string };

/** Values of a video in a listing; null where it has none. */
type Listed = Record<'views' | 'seconds', number | null> & { publishedAt: string | null; creator: unknown };
export type ListedEntry = Entry & Listed;

type Listing = { entries: ListedEntry[]; failure: Failure | null };

const secondsPerHundred = 60;
/** Limits of a database index and of the program's command line; no site has longer ids. */
const maxIdLength = 200;
const maxUrlLength = 2000;

/** Resolves with no entries and a failure if nothing could be listed. Entries before a failure are kept. */
export async function listEntries(
  url: string,
  maxVideos: number,
  run: Omit<YtDlpRun, 'args' | 'urls' | 'timeoutMs'>,
): Promise<Listing> {
  const timeoutMs = (120 + (maxVideos / 100) * secondsPerHundred) * 1000;
  const result = await runYtDlp({ ...run, args: argsOf(maxVideos), urls: [url], timeoutMs });
  const entries = new Map<string, ListedEntry>();
  let unread = 0;
  for (const line of result.stdout.split('\n')) {
    if (line.trim() === '') continue;
    const entry = parseEntry(line);
    if (entry) entries.set(entry.id, entry);
    else unread++;
  }
  return { entries: [...entries.values()], failure: findFailure(result, unread) };
}

function argsOf(maxVideos: number): string[] {
  return [
    ...['--flat-playlist', '--lazy-playlist', '--dump-json', '--playlist-end', String(maxVideos), '--ignore-errors'],
    // YouTube's listings contain ages as words, which this option converts to dates.
    ...['--extractor-args', 'youtubetab:approximate_date'],
    ...['--sleep-requests', '1', '--format', 'b/bv*/ba/mhtml'],
  ];
}

function findFailure({ exitCode, stderr, problem }: YtDlpResult, unread: number): Failure | null {
  if (problem !== null) return { kind: 'stopped', message: problem };
  const [first, ...others] = failuresOf(stderr);
  if (first !== undefined) return [first, ...others].find(({ kind }) => kind === 'blocked') ?? first;
  if (unread > 0) return { kind: 'other', message: `yt-dlp printed ${unread} lines that are not JSON of a video.` };
  if (exitCode === 0) return null;
  return toFailure(stderr.trim().split('\n').at(-1) || `yt-dlp ended with exit code ${exitCode} and no message`);
}

function parseEntry(line: string): ListedEntry | undefined {
  const entry = tryParseJson(line);
  if (!isObject(entry)) return undefined;
  const site = textOf(entry.ie_key) ?? textOf(entry.extractor_key);
  // For a single video, `url` may be the URL of a media file.
  const url = [entry.webpage_url, entry.url].map(textOf).find((text) => /^https?:\/\//.test(text ?? ''));
  if (site === undefined || url === undefined || !/^[\x21-\x7e\x80-\uffff]+$/.test(url)) return undefined;
  // Feeds have no ids.
  const known = hasOwnIds(site) ? textOf(entry.id) : undefined;
  const id = `${site.toLowerCase()}:${known ?? url}`;
  const isTooLong = url.length > maxUrlLength || (known ?? '').length > maxIdLength;
  if (isTooLong || storableText(id) !== id) return undefined;
  return {
    id,
    url,
    views: countOf(entry.view_count),
    seconds: numberOf(entry.duration),
    publishedAt: publishedAtOf(entry),
    creator: creatorOf(entry),
  };
}

/** Reads the creator as the preset does. The listing of a channel has it once, at the top. */
export function creatorOf(entry: Readonly<Record<string, unknown>>): unknown {
  return entry.uploader ?? entry.channel ?? entry.creator ?? entry.playlist_uploader ?? entry.playlist_channel;
}

/**
 * Whether an id identifies one video of the site. Ids of generic pages are file names, which other pages share. `site`: `extractor_key` of
 * yt-dlp.
 */
export function hasOwnIds(site: unknown): boolean {
  return !/^(?:generic|html5mediaembed)$/i.test(String(site));
}

/** ISO 8601. */
export function publishedAtOf({ timestamp, upload_date }: Readonly<Record<string, unknown>>): string | null {
  const seconds = numberOf(timestamp);
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(String(upload_date));
  const at = seconds === null ? day && Date.parse(day.slice(1).join('-')) : seconds * 1000;
  // Later years do not have four digits.
  return at === null || !(at >= 0 && at < Date.UTC(10_000)) ? null : new Date(at).toISOString();
}

/** A whole number that JSON and the database store exactly. */
export function countOf(value: unknown): number | null {
  const count = Math.floor(numberOf(value) ?? Number.NaN);
  return Number.isSafeInteger(count) ? count : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The error for a location after a failure. */
export function toLocationError({ kind, message }: Failure): LocationError {
  return new LocationError(`yt-dlp: ${message}`, remedies[kind]);
}

// Fetches the details and captions of a batch of videos: one run of yt-dlp, which writes an info.json for each.

/** `failures`: errors that yt-dlp printed, in their order; `general`: the reason for missing details of all videos that no error names. */
export type Details = { failures: readonly NamedFailure[]; general: Failure; hasRefusedCaptions: boolean };

/** Numbered, since pages of one site may have the same id, and shortened, since file systems limit names. */
const nameTemplate = '%(autonumber)s-%(id).80B.%(ext)s';

const secondsToStart = 60;
const secondsPerVideo = 30;

/** yt-dlp writes the captions of a video before its info.json, which it renames once it is complete. */
export async function fetchDetails(
  entries: readonly Entry[],
  settings: CollectSettings,
  run: Omit<YtDlpRun, 'args' | 'urls' | 'timeoutMs'>,
): Promise<Details> {
  const timeoutMs = (secondsToStart + secondsPerVideo * entries.length) * 1000;
  const urls = entries.map(({ url }) => url);
  const { stderr, problem } = await runYtDlp({ ...run, args: detailArgs(settings), urls, timeoutMs });
  const hasRefusedCaptions = /^WARNING: .*Unable to download video subtitles/m.test(stderr);
  return { failures: failuresOf(stderr), general: generalFailure(stderr, problem), hasRefusedCaptions };
}

function generalFailure(stderr: string, problem: string | null): Failure {
  if (problem !== null) return { kind: 'stopped', message: problem };
  const found = failuresOf(stderr);
  const blocked = found.find(({ kind }) => kind === 'blocked');
  return blocked ?? found[0] ?? toFailure('yt-dlp wrote no details and no error');
}

function detailArgs({ language }: CollectSettings): string[] {
  return [
    ...['--skip-download', '--write-info-json', '--no-write-playlist-metafiles', '--output', nameTemplate],
    // Keeps `original_url`, the requested URL, which identifies the video.
    '--no-clean-info-json',
    ...['--write-subs', '--write-auto-subs', '--sub-langs', captionLanguages(language ?? 'en').join(',')],
    ...['--sub-format', 'vtt/srt/best', '--max-filesize', '10M'],
    // YouTube translates captions into 150 languages; only those of the spoken language are requested.
    ...['--extractor-args', 'youtube:skip=translated_subs'],
    // Any format works, even images, since nothing is downloaded. Its size shows whether a video is vertical.
    ...['--format', 'b/bv*/ba/mhtml'],
    ...['--no-playlist', '--playlist-end', '1', '--ignore-errors', '--sleep-requests', '1'],
    ...['--retries', '2', '--extractor-retries', '1', '--file-access-retries', '1'],
  ];
}

/** ISO 639-2 codes, as TikTok uses them. */
const threeLetters: Readonly<Record<string, string>> = {
  ...{ ar: 'ara', cs: 'ces', de: 'deu', el: 'ell', en: 'eng', es: 'spa', fi: 'fin', fr: 'fra', he: 'heb', hi: 'hin' },
  ...{ id: 'ind', it: 'ita', ja: 'jpn', ko: 'kor', ms: 'msa', nl: 'nld', pl: 'pol', pt: 'por', ro: 'ron', ru: 'rus' },
  ...{ sv: 'swe', th: 'tha', tr: 'tur', uk: 'ukr', ur: 'urd', vi: 'vie', zh: 'cmn' },
};

/** Patterns for YouTube's automatic captions in the spoken language, and for captions in the language of the source. */
function captionLanguages(tag: string): string[] {
  const [language = 'en'] = tag.split('-');
  const codes = [language, threeLetters[language] ?? []].flat();
  return ['.*-orig', ...codes.map((code) => `${code}(?:[-_].*)?`)];
}
