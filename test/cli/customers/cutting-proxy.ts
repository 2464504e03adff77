// A proxy before the service that stops a download midway, as a connection that stalls does.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type CuttingProxy = {
  url: string;
  /** The next download stops after this many bytes, without closing the connection. */
  stopAfter: (bytes: number) => void;
  /** Range headers of downloads so far; undefined where there was none. */
  ranges: (string | undefined)[];
  close: () => Promise<void>;
};

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const ranges: (string | undefined)[] = [];
  let most: number | undefined;
  const server = createServer(async (req, res) => {
    const {
      host: _host,
      connection: _connection,
      'content-length': _length,
      'transfer-encoding': _,
      ...sent
    } = req.headers;
    const body = req.method === 'GET' ? undefined : await text(req);
    const headers = { ...(sent as Record<string, string>), 'accept-encoding': 'identity' };
    const response = await fetch(target + req.url, { method: req.method, headers, body });
    const { 'content-length': _size, connection: _own, ...received } = Object.fromEntries(response.headers);
    res.writeHead(response.status, received);
    if (!req.url?.includes('/download')) return void res.end((await response.text()).replaceAll(target, url));
    ranges.push(req.headers.range);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (most === undefined) return void res.end(bytes);
    res.write(bytes.subarray(0, most));
    most = undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    ranges,
    stopAfter: (bytes) => {
      most = bytes;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
