// A webhook receiver: a real HTTP server on loopback that records its requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number };

export type Receiver = {
  url: string;
  requests: Received[];
  /** Resolves when at least `count` requests have arrived. */
  received: (count: number) => Promise<Received[]>;
  close: () => Promise<void>;
};

/** The receiver responds with 200 by default. */
export async function startReceiver(
  respond: (res: ServerResponse, request: Received, req: IncomingMessage) => void = (res) => res.end(),
): Promise<Receiver> {
  const requests: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (req, res) => {
    const body = (await buffer(req)).toString();
    const request = { path: req.url ?? '', headers: req.headers, body, at: Date.now() };
    requests.push(request);
    respond(res, request, req);
    for (const check of waiting) check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve(requests);
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
