// A provider on loopback with the chat completions protocol, whose responses a test chooses.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LlmLabels } from '../../src/labels/llm/question.ts';

type Line = { id: number; text: string; post?: string };
type Call = {
  lines: Line[];
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of the body
  body: any;
};
export type Response = { status?: number; headers?: Record<string, string>; body: unknown };
/** Never resolves for a call without a response. */
type Respond = (call: Call) => Response | Promise<Response>;

export type LlmEndpoint = {
  /** Base URL. */
  url: string;
  calls: Call[];
  /** Sets the response from the next call on. */
  respond: (respond: Respond) => void;
  close: () => Promise<void>;
};

export const labels: LlmLabels = {
  is_opening: true,
  archetype: ['statistic'],
  emotional_trigger: ['surprise'],
  niche: ['finance'],
};
export const usage = { prompt_tokens: 2000, completion_tokens: 800, total_tokens: 2800 };

export function completion(content: string | null, choice: object = {}, message: object = {}): Response {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content, ...message }, ...choice }];
  return { body: { id: 'c', object: 'chat.completion', created: 1, model: 'stub', choices, usage } };
}

export function linesJson(lines: readonly Line[], labelsOf: (text: string) => Record<string, unknown>): string {
  return JSON.stringify({ lines: lines.map(({ id, text }) => ({ id, ...labelsOf(text) })) });
}

/** Returns a valid answer with these labels for every line. */
export const answering =
  (labelsOf: (text: string) => Record<string, unknown> = () => labels): Respond =>
  ({ lines }) =>
    completion(linesJson(lines, labelsOf));

export async function startLlmEndpoint(): Promise<LlmEndpoint> {
  let respond: Respond = answering();
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const { lines } = JSON.parse(body.messages.at(-1).content);
    const call = { lines, headers: request.headers, body };
    calls.push(call);
    const { status = 200, headers, body: answer } = await respond(call);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    respond: (next) => {
      respond = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
