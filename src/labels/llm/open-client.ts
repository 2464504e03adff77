// Client of the package openai, for any OpenAI-compatible endpoint.
import type { OpenAI } from 'openai';

export type ClientOptions = {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  /** Bearer key; local servers need none. */
  key: string | undefined;
  /** Until the headers of a response. */
  timeoutMs: number;
};

/** The package is loaded only where an endpoint is configured: it takes a quarter of a second. It reads no variables of its own. */
export async function openClient({ url, key, timeoutMs }: ClientOptions): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: url,
    // Local servers ignore it, but the package wants one.
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    timeout: timeoutMs,
    // Each call is counted, and the jobs wait as long as the endpoint asks.
    maxRetries: 0,
    // Texts, audio and key go where the operator said, and nowhere else.
    fetchOptions: { redirect: 'error' },
    logLevel: 'off',
  });
}
