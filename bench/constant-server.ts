// The limit to compare with: a bare node:http server whose every answer is the same bytes. Arguments: how many, and by how many processes.
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = Buffer.alloc(Number(process.argv[2]), 'x');
const processes = Number(process.argv[3] ?? 1);

if (processes > 1 && cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_worker, { port }) => {
    listening++;
    if (listening === processes) console.log(`http://127.0.0.1:${port}`);
  });
  for (let n = 0; n < processes; n++) cluster.fork();
} else {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const server = createServer((_req, res) => {
    res.writeHead(200, headers);
    res.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
}
