// Client of an OpenAI-compatible provider that transcribes audio.
import type { TranscriptionConfig } from '../../../config/config.ts';
import type { ProviderStop } from '../../../labels/llm/chat.ts';
import { openClient } from '../../../labels/llm/open-client.ts';
import { tryParseJson } from '../../formats/parse-json.ts';
import { readTranscript, type Transcript } from './transcript.ts';

/** `rejection`: the provider rejects this audio, but may accept other audio. `stop`: it transcribes nothing at present. */
export type TranscriptionResult = { transcript: Transcript } | { rejection: string } | { stop: ProviderStop };

export type TranscriptionProvider = {
  /** Sends one request, and a second if the provider rejects `verbose_json`. Rejects only when `signal` aborts. */
  transcribe: (wav: Buffer, signal: AbortSignal) => Promise<TranscriptionResult>;
};

/** Slow machines need more time than the audio lasts. */
const defaultTimeoutMs = 120_000;

export async function openProvider(
  { url, key, model }: TranscriptionConfig,
  timeoutMs = defaultTimeoutMs,
): Promise<TranscriptionProvider> {
  // Loaded only if transcription is configured, since loading takes a quarter of a second.
  const { APIError, APIConnectionTimeoutError } = await import('openai');
  const { stopOf } = await import('../../../labels/llm/chat.ts');
  const client = await openClient({ url, key, timeoutMs });
  /** Models such as gpt-4o-transcribe return `json` only. */
  let isPlain = false;

  async function send(wav: Buffer, format: 'verbose_json' | 'json', signal: AbortSignal): Promise<unknown> {
    const file = new File([new Uint8Array(wav)], 'audio.wav', { type: 'audio/wav' });
    const request = { file, model, response_format: format, temperature: 0 } as const;
    return readBody(await client.audio.transcriptions.create(request, { signal }).asResponse());
  }

  /** 400 and 422 reject the format or the audio. */
  const isRejected = (error: unknown) => error instanceof APIError && (error.status === 400 || error.status === 422);

  async function request(wav: Buffer, signal: AbortSignal): Promise<unknown> {
    if (isPlain) return send(wav, 'json', signal);
    try {
      return await send(wav, 'verbose_json', signal);
    } catch (error) {
      if (!isRejected(error)) throw error;
      const response = await send(wav, 'json', signal);
      isPlain = true;
      return response;
    }
  }

  async function transcribe(wav: Buffer, signal: AbortSignal): Promise<TranscriptionResult> {
    // The timeout of the client does not cover the body.
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const transcript = readTranscript(await request(wav, AbortSignal.any([signal, late])));
      return transcript ? { transcript } : { stop: { kind: 'refused', reason: noTranscript } };
    } catch (error) {
      signal.throwIfAborted();
      const stop = stopOf(late.aborted ? new APIConnectionTimeoutError() : error, key, 'The transcription provider');
      const isOfAudio = isRejected(error) || (error instanceof APIError && error.status === 413);
      return isOfAudio ? { rejection: stop.reason } : { stop };
    }
  }
  return { transcribe };
}

const noTranscript = 'The response is not a transcription. Check HOOKLINE_TRANSCRIBE_URL: it usually ends with /v1.';

/** Limit of a response. A transcript of 20 s has a few kB. */
const maxBytes = 1024 ** 2;

/** Servers in Python send `NaN` and `Infinity`, which are not JSON. */
const noFigure = /(?<=[:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g;

/** Returns undefined if the body is not JSON. */
async function readBody({ body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`the response is longer than ${maxBytes.toLocaleString('en-US')} bytes`);
    chunks.push(chunk);
  }
  return tryParseJson(Buffer.concat(chunks).toString().replace(noFigure, 'null'));
}
