// A provider on loopback with the audio transcriptions protocol, whose responses a test chooses.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Call = {
  path: string;
  headers: IncomingHttpHeaders;
  model: string;
  format: string;
  audio: Buffer;
  filename: string;
};
/** With `isOpen`, the end of the response is never sent. */
export type Response = { status?: number; headers?: Record<string, string>; body: unknown; isOpen?: boolean };
/** Returns a promise that never resolves for a call without a response. */
type Respond = (call: Call) => Response | Promise<Response>;

export type TranscriptionEndpoint = {
  /** Base URL. */
  url: string;
  calls: Call[];
  /** Sets the response from the next call on. */
  respond: (respond: Respond) => void;
  close: () => Promise<void>;
};

/** Returns a `verbose_json` response, see https://platform.openai.com/docs/api-reference/audio/verbose-json-object. */
export function verbose(text: string, figures: { avg_logprob?: number; no_speech_prob?: number } = {}): Response {
  const segment = {
    ...{ id: 0, seek: 0, start: 0, end: 4.2, text: ` ${text}`, tokens: [50364, 50574], temperature: 0 },
    ...{ avg_logprob: -0.15, compression_ratio: 1.1, no_speech_prob: 0.02, ...figures },
  };
  return { body: { task: 'transcribe', language: 'english', duration: 20, text, segments: [segment] } };
}

/** Returns an error in the format of the OpenAI API. */
export function failure(status: number, message: string, headers: Record<string, string> = {}): Response {
  return { status, headers, body: { error: { message, type: 'invalid_request_error', param: null, code: null } } };
}

export async function startTranscriptionEndpoint(): Promise<TranscriptionEndpoint> {
  let respond: Respond = () => verbose('Nobody tells you this about rice.');
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const body = new Uint8Array(await buffer(request));
    const contentType = request.headers['content-type'] ?? '';
    const form = await new globalThis.Response(body, { headers: { 'content-type': contentType } }).formData();
    const file = form.get('file');
    if (!(file instanceof File)) throw new Error('There is no file.');
    const call = {
      path: request.url ?? '',
      headers: request.headers,
      model: String(form.get('model')),
      format: String(form.get('response_format')),
      audio: Buffer.from(await file.arrayBuffer()),
      filename: file.name,
    };
    calls.push(call);
    const { status = 200, headers, body: answer, isOpen } = await respond(call);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.write(typeof answer === 'string' ? answer : JSON.stringify(answer));
    if (!isOpen) response.end();
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
