// HTTP client of the commands: calls the operator API of a running service with the operator key.
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { operatorKeyFile } from '../config/operator-key.ts';
import type { Options } from './options.ts';

export type Client = {
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Sends a stream. Resolves at the response's headers, while the stream may still be uploading. */
  upload: (path: string, body: Readable) => Promise<IncomingMessage>;
  download: (path: string) => Promise<IncomingMessage>;
};

export function connect(config: Config, options: Options): Client {
  const own = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const base = (options.url ?? config.url ?? own).replace(/\/+$/, '');
  // HOOKLINE_URL may be set for the customer commands; a service elsewhere must not receive this one's operator key.
  const isElsewhere = !options.url && base !== own && !/^http:\/\/(localhost|127\.|\[::1\])/.test(base);
  const key = options.key ?? config.operatorKey ?? readKey(config, isElsewhere);

  function send(
    method: string,
    path: string,
    body: Readable | string | undefined,
    type: string,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const url = new URL(base + path);
      const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': type }) };
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { method, headers }, resolve);
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isRefused = error.code === 'ECONNREFUSED';
        reject(
          isRefused
            ? new Error(`Cannot connect to ${base}. Start the service with "npm start", or set HOOKLINE_URL or --url.`)
            : error,
        );
      });
      if (body === undefined || typeof body === 'string') request.end(body);
      else {
        body.on('error', (error) => request.destroy(error));
        body.pipe(request);
      }
    });
  }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const response = await throwIfFailed(await send(method, path, sent, 'application/json'));
    return JSON.parse(await readText(response));
  }

  return {
    call,
    upload: async (path, body) => throwIfFailed(await send('POST', path, body, 'application/octet-stream')),
    download: async (path) => throwIfFailed(await send('GET', path, undefined, '')),
  };
}

async function throwIfFailed(response: IncomingMessage): Promise<IncomingMessage> {
  if ((response.statusCode ?? 500) < 400) return response;
  throw new Error(describeProblem(JSON.parse(await readText(response))));
}

export function describeProblem(problem: { detail?: string; errors?: { detail: string }[] }): string {
  const details = problem.errors?.map(({ detail }) => detail) ?? [];
  return details.length > 1
    ? details.join('\n  ')
    : (problem.detail ?? 'The request failed; the service gave no reason.');
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function readKey(config: Config, isElsewhere: boolean): string {
  if (isElsewhere)
    throw new Error(
      `The operator key in ${config.dataDir} is for a service on this machine. For ${config.url}, set HOOKLINE_OPERATOR_KEY or --key.`,
    );
  const file = operatorKeyFile(config);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`No operator key in ${config.dataDir}. Set HOOKLINE_DATA, HOOKLINE_OPERATOR_KEY or --key.`);
}
