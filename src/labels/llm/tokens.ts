// Tokens of a call, estimated before it is made.
import { answerSchema, systemPrompt } from './question.ts';

/** More than most tokenizers need for English, and about what they need for other scripts. */
const bytesPerToken = 3;
const outputPerLine = 80;
const outputPerCall = 100;

export type Tokens = { input: number; output: number };

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** Some endpoints count the schema too. */
const tokensOfQuestion = estimateTokens(systemPrompt) + estimateTokens(JSON.stringify(answerSchema));

/** The most that a call with this message can take; `output` is its limit. */
export function maxTokens(message: string, lines: number): Tokens {
  return { input: tokensOfQuestion + estimateTokens(message), output: outputPerCall + lines * outputPerLine };
}
