// An upstream of sources: a real HTTP server on loopback whose files have ETags and can be changed, broken or held back.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answering = (res: ServerResponse, req: IncomingMessage) => void;

export type Upstream = {
  url: (path: string) => string;
  /** What is at a path from now on: a file with an ETag, or whatever answers there. */
  put: (path: string, content: string | Buffer | Answering) => void;
  /** Requests to a path so far. */
  asked: (path: string) => IncomingMessage[];
  /** Resolves when there are so many. */
  askedFor: (path: string, count: number) => Promise<void>;
  close: () => Promise<void>;
};

export async function startUpstream(): Promise<Upstream> {
  const files = new Map<string, Answering>();
  const requests: IncomingMessage[] = [];
  const waiting = new Set<() => void>();
  const asked = (path: string) => requests.filter(({ url }) => url?.split('?', 1)[0] === path);
  const server = createServer((req, res) => {
    requests.push(req);
    const answer = files.get(req.url?.split('?', 1)[0] ?? '');
    if (answer) answer(res, req);
    else res.writeHead(404).end('nothing here');
    for (const look of [...waiting]) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    put: (path, content) => files.set(path, typeof content === 'function' ? content : fileOf(content)),
    asked,
    askedFor: (path, count) =>
      new Promise((resolve) => {
        const look = () => {
          if (asked(path).length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function fileOf(content: string | Buffer): Answering {
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
  return (res, req) => {
    if (req.headers['if-none-match'] === etag) res.writeHead(304, { etag }).end();
    else res.writeHead(200, { etag, 'content-length': Buffer.byteLength(content) }).end(content);
  };
}
