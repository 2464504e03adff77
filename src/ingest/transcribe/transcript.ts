// Transcript: reads the response of an endpoint, `verbose_json` or `json`. Endpoints differ, so every member is checked.
import { z } from 'zod';
import { storableText } from '../../lib/storable-text.ts';
import { canonicalLanguage } from '../../taxonomy/language.ts';
import { audioSeconds } from './audio.ts';

/** Figures that the endpoint does not return are null. */
export type Segment = {
  text: string;
  startMs: number;
  endMs: number;
  /** Mean of the logarithms of the probabilities of its tokens, 0 at most. */
  logProbability: number | null;
  /** Probability that nobody speaks. */
  noSpeech: number | null;
  /** Of the text by gzip: high for repeated words. */
  compression: number | null;
};

/** `language`: BCP 47; null if it is unknown. */
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

/** Undefined if the response is no transcript. */
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

/** A tag, or an English name as OpenAI gives it: `english`. */
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
      // `sh` and the like are other names of the same language.
      return name === undefined || Intl.getCanonicalLocales(code)[0] !== code ? [] : [[name, code]];
    }),
  );
}
