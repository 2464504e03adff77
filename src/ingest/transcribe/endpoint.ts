// Client of an OpenAI-compatible endpoint that transcribes audio.
import type { OpenAI } from 'openai';
import type { TranscriptionConfig } from '../../config/collect-variables.ts';
import type { EndpointStop } from '../../labels/llm/endpoint-stop.ts';
import { readTranscript, type Transcript } from './transcript.ts';

/** `fault`: the endpoint does not take this audio; others it may. `stop`: it gives no answers at present. */
export type Heard = { transcript: Transcript } | { fault: string } | { stop: EndpointStop };

export type Endpoint = {
  /** Asks once. Rejects only when `signal` aborts. */
  ask: (wav: Buffer, signal: AbortSignal) => Promise<Heard>;
};

/** Slow machines need longer than the audio lasts. */
const defaultTimeoutMs = 120_000;

export async function openEndpoint(
  { url, key, model }: TranscriptionConfig,
  timeoutMs = defaultTimeoutMs,
): Promise<Endpoint> {
  // Loaded only where it is configured: it takes a quarter of a second.
  const { OpenAI, APIError } = await import('openai');
  const { stopOf } = await import('../../labels/llm/endpoint-stop.ts');
  const client = createClient(OpenAI, url, key, timeoutMs);
  /** Models such as gpt-4o-transcribe answer `json` alone. */
  let isPlain = false;

  async function send(wav: Buffer, format: 'verbose_json' | 'json', signal: AbortSignal): Promise<unknown> {
    const file = new File([new Uint8Array(wav)], 'audio.wav', { type: 'audio/wav' });
    return client.audio.transcriptions.create({ file, model, response_format: format, temperature: 0 }, { signal });
  }

  /** A refused request: of its format or its audio. */
  const isRefused = (error: unknown) => error instanceof APIError && (error.status === 400 || error.status === 422);

  async function request(wav: Buffer, signal: AbortSignal): Promise<unknown> {
    if (isPlain) return send(wav, 'json', signal);
    try {
      return await send(wav, 'verbose_json', signal);
    } catch (error) {
      if (!isRefused(error)) throw error;
      const answer = await send(wav, 'json', signal);
      isPlain = true;
      return answer;
    }
  }

  async function ask(wav: Buffer, signal: AbortSignal): Promise<Heard> {
    try {
      const transcript = readTranscript(await request(wav, signal));
      return transcript ? { transcript } : { stop: { kind: 'refused', reason: noTranscript } };
    } catch (error) {
      signal.throwIfAborted();
      const stop = stopOf(error, key, 'The endpoint of transcriptions');
      const isOfAudio = isRefused(error) || (error instanceof APIError && error.status === 413);
      return isOfAudio ? { fault: stop.reason } : { stop };
    }
  }
  return { ask };
}

const noTranscript = 'The response is no transcription. Check HOOKLINE_TRANSCRIBE_URL: it usually ends with /v1.';

function createClient(Client: typeof OpenAI, url: string, key: string | undefined, timeout: number): OpenAI {
  return new Client({
    baseURL: url,
    // Local servers ignore it, but the package wants one.
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    timeout,
    // The budget counts each call.
    maxRetries: 0,
    // Audio and key go where the operator said, and nowhere else.
    fetchOptions: { redirect: 'error' },
    logLevel: 'off',
  });
}
