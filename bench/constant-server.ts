// The baseline: a bare node:http server that always sends the same bytes. Arguments: body size in bytes, number of processes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from './cluster.ts';

const body = Buffer.alloc(Number(process.argv[2]), 'x');
const headers = { 'content-type': 'application/json', 'content-length': body.length };

await serve(Number(process.argv[3] ?? 1), async () => {
  const server = createServer((_req, res) => {
    res.writeHead(200, headers);
    res.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
});
