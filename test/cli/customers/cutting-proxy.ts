// A proxy before the service that can stop a download midway, as a connection that stalls does.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type CuttingProxy = {
  url: string;
  forwardTo: (service: string) => void;
  /** Downloads end after this many bytes, without closing the connection. */
  cutAfter: (bytes: number | undefined) => void;
  /** Range headers of downloads so far; undefined where there was none. */
  ranges: (string | undefined)[];
  close: () => Promise<void>;
};

export async function startCuttingProxy(): Promise<CuttingProxy> {
  let target = '';
  let most: number | undefined;
  const ranges: (string | undefined)[] = [];
  let own = '';
  const server = createServer((req, res) => {
    const isDownload = req.url?.includes('/download') === true;
    if (isDownload) ranges.push(req.headers.range);
    const { 'accept-encoding': _encoding, ...headers } = req.headers;
    const options = { method: req.method, headers: { ...headers, host: new URL(target).host } };
    const upstream = request(target + req.url, options, async (response) => {
      if (!isDownload) {
        // Links lead through the proxy too.
        const body = (await text(response)).replaceAll(target, own);
        const { 'content-length': _length, ...sent } = response.headers;
        return void res.writeHead(response.statusCode ?? 502, sent).end(body);
      }
      res.writeHead(response.statusCode ?? 502, response.headers);
      if (most === undefined) return void response.pipe(res);
      let left = most;
      for await (const chunk of response) {
        const part = chunk.subarray(0, left);
        left -= part.length;
        if (part.length > 0) res.write(part);
      }
    });
    upstream.on('error', () => res.destroy());
    req.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: own,
    forwardTo: (service) => {
      target = service;
    },
    cutAfter: (bytes) => {
      most = bytes;
    },
    ranges,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
