// json-server over an object in memory, without its log of requests.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import jsonServer from 'json-server';
import { serve } from '../../cluster.ts';

await serve(Number(process.env.PEER_PROCESSES), async () => {
  const lines = readFileSync(String(process.env.PEER_FILE), 'utf8').trimEnd().split('\n');
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router({ hooks: lines.map((line) => JSON.parse(line)) }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
});
