// An upstream for sources: a real HTTP server on loopback whose files have ETags and can be changed, broken or delayed.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Responder = (res: ServerResponse, req: IncomingMessage) => void;

export type Upstream = {
  url: (path: string) => string;
  /** Serves a file with an ETag at the path from now on, or responds with the function. */
  put: (path: string, content: string | Buffer | Responder) => void;
  /** Returns the requests to the path so far. */
  requests: (path: string) => IncomingMessage[];
  /** Resolves when the path has had at least `count` requests. */
  received: (path: string, count: number) => Promise<void>;
  close: () => Promise<void>;
};

export async function startUpstream(): Promise<Upstream> {
  const responders = new Map<string, Responder>();
  const all: IncomingMessage[] = [];
  const waiting = new Set<() => void>();
  const requests = (path: string) => all.filter(({ url }) => url?.split('?', 1)[0] === path);
  const server = createServer((req, res) => {
    all.push(req);
    const respond = responders.get(req.url?.split('?', 1)[0] ?? '');
    if (respond) respond(res, req);
    else res.writeHead(404).end('Not found');
    for (const check of [...waiting]) check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    put: (path, content) => responders.set(path, typeof content === 'function' ? content : respondWithFile(content)),
    requests,
    received: (path, count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests(path).length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function respondWithFile(content: string | Buffer): Responder {
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
  return (res, req) => {
    if (req.headers['if-none-match'] === etag) res.writeHead(304, { etag }).end();
    else res.writeHead(200, { etag, 'content-length': Buffer.byteLength(content) }).end(content);
  };
}
