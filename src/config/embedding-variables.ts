// Variables of embeddings: an endpoint that turns lines into vectors, by which similar lines are found.
import { z } from 'zod';
import { httpUrl, secret } from './values.ts';
import { variable } from './variable.ts';

/** By field of Config. */
export const embeddingVariables = {
  embeddingsUrl: variable(httpUrl.optional(), {
    name: 'HOOKLINE_EMBEDDINGS_URL',
    shownDefault: 'none',
    meaning: 'OpenAI-compatible endpoint of embeddings, which finds similar lines by meaning too (docs/similar.md)',
  }),
  embeddingsKey: variable(secret.optional(), {
    name: 'HOOKLINE_EMBEDDINGS_KEY',
    shownDefault: 'none',
    meaning: 'key of that endpoint; local servers need none',
  }),
  embeddingsModel: variable(z.string().optional(), {
    name: 'HOOKLINE_EMBEDDINGS_MODEL',
    shownDefault: 'none',
    meaning: 'name of the model of embeddings; required with `HOOKLINE_EMBEDDINGS_URL`',
  }),
};

type Outputs = { [F in keyof typeof embeddingVariables]: z.output<(typeof embeddingVariables)[F]> };
export type EmbeddingVariables = Outputs;

/** An OpenAI-compatible endpoint of embeddings. */
export type EmbeddingsConfig = Readonly<{ url: string; key: string | undefined; model: string }>;

/** undefined if none is configured. */
export function toEmbeddings(variables: EmbeddingVariables): EmbeddingsConfig | undefined {
  const { embeddingsUrl, embeddingsKey: key, embeddingsModel: model } = variables;
  if (embeddingsUrl === undefined || model === undefined) return undefined;
  // The documentation of most servers shows the URL of the endpoint, not the base URL.
  return Object.freeze({ url: embeddingsUrl.replace(/\/embeddings\/?$/, ''), key, model });
}
