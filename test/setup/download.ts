// Downloads through node:http, which sends paths unchanged and does not decode the body.
import { type IncomingMessage, request } from 'node:http';

export type Downloaded = { status: number; headers: IncomingMessage['headers']; bytes: Buffer };

type DownloadOptions = { headers?: Record<string, string>; method?: string; path?: string };

/** Resolves with the response when its head has arrived; the body is unread. */
export function beginDownload(
  link: string,
  { headers = {}, method = 'GET', path }: DownloadOptions = {},
): Promise<IncomingMessage> {
  const { hostname, port, pathname, search } = new URL(link);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: path ?? pathname + search, method, headers }, resolve)
      .on('error', reject)
      .end();
  });
}

export async function download(
  link: string,
  headers: Record<string, string> = {},
  method = 'GET',
  path?: string,
): Promise<Downloaded> {
  const response = await beginDownload(link, { headers, method, path });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}
