// Fetches the details and captions of a batch of videos: one run of yt-dlp, which writes an info.json for each.
import type { CollectSettings } from '../settings.ts';
import { type Failure, failuresOf, type NamedFailure, toFailure } from './failures.ts';
import type { Entry } from './listing.ts';
import { runYtDlp, type YtDlpRun } from './program.ts';

/** `failures`: errors that yt-dlp printed, in their order; `general`: why videos that none of them names have no details. */
export type Details = { failures: readonly NamedFailure[]; general: Failure; hasRefusedCaptions: boolean };

/** Numbered, since pages of one site may have the same id; shortened, since file systems have limits. */
const nameTemplate = '%(autonumber)s-%(id).80B.%(ext)s';

const secondsToStart = 60;
const secondsPerVideo = 30;

/** yt-dlp writes the captions of a video before its info.json, which it renames when it is complete. */
export async function fetchDetails(
  entries: readonly Entry[],
  settings: CollectSettings,
  run: Omit<YtDlpRun, 'args' | 'urls' | 'timeoutMs'>,
): Promise<Details> {
  const timeoutMs = (secondsToStart + secondsPerVideo * entries.length) * 1000;
  const urls = entries.map(({ url }) => url);
  const { stderr, problem } = await runYtDlp({ ...run, args: argsOf(settings), urls, timeoutMs });
  const hasRefusedCaptions = /^WARNING: .*Unable to download video subtitles/m.test(stderr);
  return { failures: failuresOf(stderr), general: generalFailure(stderr, problem), hasRefusedCaptions };
}

function generalFailure(stderr: string, problem: string | null): Failure {
  if (problem !== null) return { kind: 'stopped', message: problem };
  const found = failuresOf(stderr);
  const blocked = found.find(({ kind }) => kind === 'blocked');
  return blocked ?? found[0] ?? toFailure('yt-dlp wrote no details and no error');
}

function argsOf({ language }: CollectSettings): string[] {
  return [
    ...['--skip-download', '--write-info-json', '--no-write-playlist-metafiles', '--output', nameTemplate],
    // Keeps `original_url`, the URL that was requested, which identifies the video.
    '--no-clean-info-json',
    ...['--write-subs', '--write-auto-subs', '--sub-langs', captionLanguages(language ?? 'en').join(',')],
    ...['--sub-format', 'vtt/srt/best', '--max-filesize', '10M'],
    // YouTube translates captions into 150 languages; only those of the spoken language are requested.
    ...['--extractor-args', 'youtube:skip=translated_subs'],
    // Any format will do, also of images: nothing of it is downloaded, but its size tells vertical videos.
    ...['--format', 'b/bv*/ba/mhtml'],
    ...['--no-playlist', '--playlist-end', '1', '--ignore-errors', '--sleep-requests', '1'],
    ...['--retries', '2', '--extractor-retries', '1', '--file-access-retries', '1'],
  ];
}

/** ISO 639-2 codes, which TikTok uses. */
const threeLetters: Readonly<Record<string, string>> = {
  ...{ ar: 'ara', cs: 'ces', de: 'deu', el: 'ell', en: 'eng', es: 'spa', fi: 'fin', fr: 'fra', he: 'heb', hi: 'hin' },
  ...{ id: 'ind', it: 'ita', ja: 'jpn', ko: 'kor', ms: 'msa', nl: 'nld', pl: 'pol', pt: 'por', ro: 'ron', ru: 'rus' },
  ...{ sv: 'swe', th: 'tha', tr: 'tur', uk: 'ukr', ur: 'urd', vi: 'vie', zh: 'cmn' },
};

/** Patterns: YouTube's automatic captions in the language that is spoken, and those in the language of the source. */
function captionLanguages(tag: string): string[] {
  const [language = 'en'] = tag.split('-');
  const codes = [language, threeLetters[language] ?? []].flat();
  return ['.*-orig', ...codes.map((code) => `${code}(?:[-_].*)?`)];
}
