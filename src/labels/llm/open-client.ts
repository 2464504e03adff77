// Client from the openai package, for any OpenAI-compatible provider.
import type { OpenAI } from 'openai';

export type ClientOptions = {
  /** Base URL, such as `https://api.openai.com/v1`. */
  url: string;
  /** Bearer key; local servers need none. */
  key: string | undefined;
  /** Timeout until the response headers. */
  timeoutMs: number;
};

/** The package takes a quarter of a second to load, so it is loaded only if a provider is configured. It reads no environment variables. */
export async function openClient({ url, key, timeoutMs }: ClientOptions): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: url,
    // Local servers ignore the key, but the package requires one.
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    timeout: timeoutMs,
    // Each call is counted, and the jobs follow the provider's Retry-After.
    maxRetries: 0,
    // Texts, audio and the key are sent only to the configured URL.
    fetchOptions: { redirect: 'error' },
    logLevel: 'off',
  });
}
