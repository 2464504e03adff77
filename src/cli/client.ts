// The CLI's connection to a running service: the operator API with the operator key.
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { operatorKeyFile } from '../config/operator-key.ts';
import type { Options } from './command.ts';

export type Client = {
  call: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Sends a stream and hands back the answer while the stream is still going out. */
  upload: (path: string, body: Readable) => Promise<IncomingMessage>;
  download: (path: string) => Promise<IncomingMessage>;
};

export function connect(config: Config, options: Options): Client {
  const base = String(options.url ?? config.publicUrl ?? `http://${config.host}:${config.port}`).replace(/\/+$/, '');
  const key = String(options.key ?? config.operatorKey ?? readKey(config));

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
        const isAbsent = error.code === 'ECONNREFUSED';
        reject(
          isAbsent
            ? new Error(`Nothing answers at ${base}. Start the service with "npm start", or name it with --url.`)
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
    const answer = await send(method, path, body === undefined ? undefined : JSON.stringify(body), 'application/json');
    const parsed = JSON.parse(await readText(answer));
    if ((answer.statusCode ?? 500) >= 400) throw new Error(describeProblem(parsed));
    return parsed as T;
  }

  async function orFail(answer: IncomingMessage): Promise<IncomingMessage> {
    if ((answer.statusCode ?? 500) >= 400) throw new Error(describeProblem(JSON.parse(await readText(answer))));
    return answer;
  }

  return {
    call,
    upload: async (path, body) => orFail(await send('POST', path, body, 'application/octet-stream')),
    download: async (path) => orFail(await send('GET', path, undefined, '')),
  };
}

export function describeProblem(problem: { detail?: string; errors?: { detail: string }[] }): string {
  const details = problem.errors?.map(({ detail }) => detail) ?? [];
  return details.length > 1 ? details.join('\n  ') : (problem.detail ?? 'The service gave no reason.');
}

async function readText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function readKey(config: Config): string {
  const file = operatorKeyFile(config);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no operator key in ${config.dataDir}. Start the service there first, or give --key.`);
}
