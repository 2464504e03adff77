// Completion of an endpoint: its text, why that is no answer, and the tokens it took. Endpoints differ, so nothing is taken on trust.
import { z } from 'zod';
import type { EndpointStop } from './endpoint-stop.ts';
import type { Tokens } from './tokens.ts';

/** No call takes more. */
const tokens = z.number().min(0).max(1e8);

const schema = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens }).nullish().catch(null),
});

type Completion = { content: string; fault: string | undefined; usage: Tokens | undefined };

const faultOfReason: Readonly<Record<string, string>> = {
  length: 'the answer was cut off at its limit of tokens',
  content_filter: 'the endpoint filters it',
};

export function readCompletion(response: unknown): Completion | { stop: EndpointStop } {
  const { data } = schema.safeParse(response);
  if (!data) {
    const reason = 'The response is no chat completion. Check HOOKLINE_LLM_URL: it usually ends with /v1.';
    return { stop: { kind: 'refused', reason } };
  }
  const { usage, choices } = data;
  const [choice] = choices;
  const content = choice?.message.content ?? '';
  return {
    content,
    fault: choice?.message.refusal ? 'the model refused' : faultOfReason[choice?.finish_reason ?? ''],
    usage: usage ? { input: Math.round(usage.prompt_tokens), output: Math.round(usage.completion_tokens) } : undefined,
  };
}
