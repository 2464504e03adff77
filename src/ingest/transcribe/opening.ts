// Opening line of a transcript: its first sentence with a confidence, or nothing where nobody speaks.
import { openingLine } from '../captions/captions.ts';
import { isRepetition, isStockPhrase } from './not-speech.ts';
import type { Segment, Transcript } from './transcript.ts';

/** `confidence`: 0 to 1; null if the endpoint returns no figures for it. */
export type Opening = { line: string; confidence: number | null };

/** Whisper's own limits: https://github.com/openai/whisper (`no_speech_threshold`, `compression_ratio_threshold`). */
const maxNoSpeech = 0.6;
const maxCompression = 2.4;
/** Speech that is heard well has more even where a segment is probably without speech. */
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

/** As WebVTT, so that a sentence ends here as it does in captions. */
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
