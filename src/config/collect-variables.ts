// Variables of collectors (the YouTube Data API, yt-dlp, transcription) and of the refresh of views.
import { z } from 'zod';
import { directory, flag, httpUrl, secret, share, wholeNumber, wholeNumberOr } from './values.ts';
import { variable } from './variable.ts';

/** By field of Config. */
export const collectVariables = {
  youtubeUrl: variable(httpUrl, {
    name: 'HOOKLINE_YOUTUBE_URL',
    default: 'https://www.googleapis.com/youtube/v3',
    meaning: 'base URL of the YouTube Data API',
  }),
  youtubeUnits: variable(wholeNumber(1, Number.MAX_SAFE_INTEGER), {
    name: 'HOOKLINE_YOUTUBE_UNITS',
    default: '10000',
    meaning: 'units of the YouTube Data API that sources and refreshes may use a day (Pacific time)',
  }),
  retireUnavailable: variable(flag, {
    name: 'HOOKLINE_RETIRE_UNAVAILABLE',
    default: '0',
    meaning: '1 retires hooks whose video was deleted or made private 30 days ago; they return when it does',
  }),
  ytDlp: variable(z.string(), {
    name: 'HOOKLINE_YTDLP',
    default: 'yt-dlp',
    meaning: 'yt-dlp program that sources run: a path, or a name on PATH (docs/collecting.md)',
  }),
  ytDlpCookies: variable(directory.optional(), {
    name: 'HOOKLINE_YTDLP_COOKIES',
    shownDefault: 'none',
    meaning: 'file of cookies that yt-dlp sends',
  }),
  ytDlpVideosPerHour: variable(wholeNumber(1, 100_000), {
    name: 'HOOKLINE_YTDLP_VIDEOS_PER_HOUR',
    default: '300',
    meaning: 'videos that yt-dlp asks about in an hour, over all sources',
  }),
  transcribeUrl: variable(httpUrl.optional(), {
    name: 'HOOKLINE_TRANSCRIBE_URL',
    shownDefault: 'none',
    meaning:
      'OpenAI-compatible endpoint that transcribes what is said first in videos of yt-dlp without captions (docs/collecting.md)',
  }),
  transcribeKey: variable(secret.optional(), {
    name: 'HOOKLINE_TRANSCRIBE_KEY',
    shownDefault: 'none',
    meaning: 'key of that endpoint; local servers need none',
  }),
  transcribeModel: variable(z.string(), {
    name: 'HOOKLINE_TRANSCRIBE_MODEL',
    default: 'whisper-1',
    meaning: 'name of the model that transcribes',
  }),
  transcribeBudget: variable(wholeNumberOr('unlimited', 1, 10_000_000), {
    name: 'HOOKLINE_TRANSCRIBE_BUDGET',
    default: '600',
    meaning: 'minutes of audio that may be transcribed in a month (UTC); or `unlimited`',
  }),
  transcribeFloor: variable(share, {
    name: 'HOOKLINE_TRANSCRIBE_FLOOR',
    default: '0.6',
    meaning: 'a transcribed hook whose words are less certain waits for review; 0 to 1',
  }),
};

type Outputs = { [F in keyof typeof collectVariables]: z.output<(typeof collectVariables)[F]> };
export type TranscriptionVariables = Pick<Outputs, Extract<keyof Outputs, `transcribe${string}`>>;

/** `budget`: seconds of audio a month; null is unlimited. `floor`: hooks of a lower confidence wait for review. */
export type TranscriptionConfig = Readonly<{
  url: string;
  key: string | undefined;
  model: string;
  budget: number | null;
  floor: number;
}>;

export function toTranscription({
  transcribeUrl,
  transcribeKey: key,
  transcribeModel: model,
  transcribeBudget: minutes,
  transcribeFloor: floor,
}: TranscriptionVariables): TranscriptionConfig | undefined {
  if (transcribeUrl === undefined) return undefined;
  // The documentation of most servers shows the URL of the endpoint, not the base URL.
  const url = transcribeUrl.replace(/\/audio\/transcriptions\/?$/, '');
  return Object.freeze({ url, key, model, budget: minutes === 'unlimited' ? null : minutes * 60, floor });
}
