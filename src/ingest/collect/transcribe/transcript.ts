// Reads the transcript in the response of a provider, `verbose_json` or `json`. Providers differ, so every member is checked.
import { z } from 'zod';
import { storableText } from '../../../lib/text.ts';
import { canonicalLanguage } from '../../../taxonomy/taxonomy.ts';
import { openingLine } from '../../captions/captions.ts';
import { isRepetition, isStockPhrase } from '../../cleaning/stock-phrases.ts';
import { audioSeconds } from './audio.ts';

/** Values that the provider does not return are null. */
type Segment = {
  text: string;
  startMs: number;
  endMs: number;
  /** Mean log probability of the tokens, 0 at most. */
  logProbability: number | null;
  /** Probability that nobody speaks. */
  noSpeech: number | null;
  /** Gzip compression ratio of the text, high for repeated words. */
  compression: number | null;
};

/** `language`: BCP 47; null if unknown. */
export type Transcript = { segments: readonly Segment[]; language: string | null };

const figure = z.number().nullish().catch(null);
const maxText = 10_000;

/** https://platform.openai.com/docs/api-reference/audio/verbose-json-object; `json` has `text` alone. */
const schema = z.object({
  text: z.string().max(maxText),
  language: z.string().nullish().catch(null),
  segments: z
    .array(
      z.object({
        text: z.string().max(maxText),
        start: figure,
        end: figure,
        avg_logprob: figure,
        no_speech_prob: figure,
        compression_ratio: figure,
      }),
    )
    .nullish()
    .catch(null),
});

/** Returns undefined if the response is not a transcript. */
export function readTranscript(response: unknown): Transcript | undefined {
  const { data } = schema.safeParse(response);
  if (!data) return undefined;
  const { text, segments, language } = data;
  const whole = { text, start: 0, end: audioSeconds };
  const found = segments?.length ? segments : [whole];
  return { segments: found.map(toSegment).sort((a, b) => a.startMs - b.startMs), language: readLanguage(language) };
}

type GivenSegment = z.infer<typeof schema>['segments'] extends (infer S)[] | null | undefined ? Partial<S> : never;

function toSegment(given: GivenSegment): Segment {
  const startMs = toMs(given.start ?? 0);
  return {
    text: storableText(given.text ?? ''),
    startMs,
    endMs: Math.max(startMs, toMs(given.end ?? audioSeconds)),
    logProbability: given.avg_logprob ?? null,
    noSpeech: given.no_speech_prob ?? null,
    compression: given.compression_ratio ?? null,
  };
}

function toMs(seconds: number): number {
  return Math.round(Math.min(Math.max(seconds, 0), audioSeconds) * 1000);
}

let codes: ReadonlyMap<string, string> | undefined;

/** Accepts a tag, or an English name as OpenAI returns it: `english`. */
function readLanguage(text: string | null | undefined): string | null {
  if (!text) return null;
  codes ??= codesByName();
  return codes.get(text.toLowerCase()) ?? canonicalLanguage(text) ?? null;
}

function codesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const found = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    found.flatMap((code): [string, string][] => {
      const name = names.of(code)?.toLowerCase();
      // Codes such as `sh` are other names of the same language.
      return name === undefined || Intl.getCanonicalLocales(code)[0] !== code ? [] : [[name, code]];
    }),
  );
}

// Opening line of a transcript: its first sentence with a confidence, or null if nobody speaks.

/** `confidence`: 0 to 1; null if the provider returns no figures for it. */
type Opening = { line: string; confidence: number | null };

/** Whisper's own limits: https://github.com/openai/whisper (`no_speech_threshold`, `compression_ratio_threshold`). */
const maxNoSpeech = 0.6;
const maxCompression = 2.4;
/** Clear speech has a higher value, even in a segment that is probably without speech. */
const minLogProbability = -0.5;

/** Null for silence, music, sounds, and the phrases that models hallucinate for them. */
export function openingOf({ segments }: Transcript): Opening | null {
  const spoken = segments.filter(isSpeech);
  if (isRepetition(spoken.map(({ text }) => text).join(' '))) return null;
  const line = openingLine(toCaptions(spoken));
  if (line === null || line.includes('\ufffd') || isStockPhrase(line) || isRepetition(line)) return null;
  return { line, confidence: confidenceOf(line, spoken) };
}

function isSpeech({ text, noSpeech, logProbability, compression }: Segment): boolean {
  if (text.trim() === '' || (compression ?? 0) > maxCompression) return false;
  return (noSpeech ?? 0) < maxNoSpeech || (logProbability ?? Number.NEGATIVE_INFINITY) >= minLogProbability;
}

/** Converted to WebVTT, so that sentences end by the rules of captions. */
function toCaptions(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ text, startMs, endMs }) => `${clock(startMs)} --> ${clock(endMs)}\n${escapeCue(text)}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

function escapeCue(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ').trim();
}

/** Mean, over the characters of the line, of `exp(avg_logprob) × (1 − no_speech_prob)` of their segments. */
function confidenceOf(line: string, segments: readonly Segment[]): number | null {
  let [sum, length] = [0, 0];
  for (const { text, logProbability, noSpeech } of segments) {
    if (length >= line.length) break;
    if (logProbability === null) return null;
    const characters = Math.min(text.trim().length, line.length - length);
    sum += characters * Math.exp(Math.min(logProbability, 0)) * (1 - clamp(noSpeech ?? 0));
    length += characters;
  }
  return length === 0 ? null : Math.round((sum / length) * 1000) / 1000;
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}
