// json-server over an object in memory, without its log of requests.
import { readFileSync } from 'node:fs';
import jsonServer from 'json-server';
import { serve } from './cluster.ts';

await serve(async (port) => {
  const lines = readFileSync(String(process.env.PEER_FILE), 'utf8').trimEnd().split('\n');
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router({ hooks: lines.map((line) => JSON.parse(line)) }));
  await new Promise<void>((resolve) => app.listen(port, '127.0.0.1', resolve));
});
