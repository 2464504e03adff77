// A provider of embeddings on loopback: the vector of a text counts its words by topic, so lines without a common word may be near.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Call = { texts: string[]; model: string; headers: IncomingHttpHeaders };
export type Response = { status?: number; headers?: Record<string, string>; body: unknown };
/** Never resolves for a call without a response. */
type Respond = (call: Call) => Response | Promise<Response>;

export type EmbeddingsEndpoint = {
  /** Base URL. */
  url: string;
  calls: Call[];
  /** Sets the response from the next call on. */
  respond: (respond: Respond) => void;
  close: () => Promise<void>;
};

const topics = [
  ['money', 'salary', 'savings', 'cash', 'broke'],
  ['workout', 'muscle', 'gym', 'squats'],
  ['recipe', 'dinner', 'pasta', 'oven'],
  ['puppy', 'kitten', 'dog', 'leash'],
];
const dimensions = 48;

function vectorOf(text: string): number[] {
  const words = text.toLowerCase().match(/\w+/g) ?? [];
  const digest = createHash('sha512').update(text).digest();
  return Array.from({ length: dimensions }, (_, at) => {
    const noise = ((digest[at] ?? 0) - 127.5) / 1000;
    return noise + words.filter((word) => topics[at]?.includes(word)).length;
  });
}

export const embedding: Respond = ({ texts }) => ({
  // Clients use the index, not the order.
  body: { object: 'list', data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse() },
});

export const refusing = (status: number, message: string, headers = {}): Response => ({
  status,
  headers,
  body: { error: { message } },
});

export async function startEmbeddingsEndpoint(): Promise<EmbeddingsEndpoint> {
  let respond = embedding;
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input, model } = JSON.parse(Buffer.concat(chunks).toString());
    const call = { texts: input, model, headers: request.headers };
    calls.push(call);
    const { status = 200, headers, body } = await respond(call);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
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
