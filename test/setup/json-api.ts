// A JSON API for sources, with the paging styles of real APIs, on top of the upstream of the tests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startUpstream, type Upstream } from './upstream.ts';

export type ApiCall = { method: string; headers: IncomingMessage['headers']; query: URLSearchParams; body: string };
export type ApiAnswer = { status?: number; headers?: Record<string, string>; body: unknown };

export type JsonApi = Upstream & {
  /** Responds to calls of the path in JSON. Strings are sent unchanged. */
  api: (path: string, answer: (call: ApiCall) => ApiAnswer) => void;
  /** Returns the calls of the path so far, with their bodies. */
  calls: (path: string) => ApiCall[];
};

export async function startJsonApi(): Promise<JsonApi> {
  const upstream = await startUpstream();
  const calls = new Map<string, ApiCall[]>();
  const callsOf = (path: string) => calls.get(path) ?? [];
  return {
    ...upstream,
    calls: callsOf,
    api: (path, answer) =>
      upstream.put(path, async (res, req) => {
        const call = await toCall(req);
        calls.set(path, [...callsOf(path), call]);
        send(res, answer(call));
      }),
  };
}

async function toCall(req: IncomingMessage): Promise<ApiCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const query = new URL(req.url ?? '', 'http://localhost').searchParams;
  return { method: req.method ?? '', headers: req.headers, query, body: Buffer.concat(chunks).toString() };
}

function send(res: ServerResponse, { status = 200, headers = {}, body }: ApiAnswer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
  res.end(text);
}
