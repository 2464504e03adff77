// The service itself, and the two limits: a bare node:http server and nginx.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listening } from '../cluster.ts';
import { start } from '../processes.ts';
import { type Contender, coreOf, type Field, type Hook, key } from './contender.ts';

type Answer = { data: Hook[] };
export const hooksInData = (answer: unknown) => (answer as Answer).data;

/** It runs already, since the others have their hooks from it. */
export async function hooklineContenders({ hookline, hooklineDatabase, niches }: Field): Promise<Contender[]> {
  const common = {
    process: hookline,
    databasePid: hooklineDatabase,
    url: hookline.url,
    key: hookline.key,
    hooksIn: hooksInData,
  };
  const paths = niches.map((niche) => `/hooks?niche=${niche}&limit=20`);
  return [
    { ...common, name: 'Hookline', paths },
    // No view count reaches such a number, so the query is new and its answer is not.
    { ...common, name: 'Hookline, every query new', paths: paths.map((path) => `${path}&max_views=9{n}`) },
  ];
}

const constantServer = fileURLToPath(new URL('../constant-server.ts', import.meta.url));

export async function constantContender(field: Field): Promise<Contender[]> {
  const bytes = Math.round(field.bodies.reduce((sum, { length }) => sum + length, 0) / field.bodies.length);
  const command = [process.execPath, constantServer, String(bytes), String(field.processes)];
  const running = await start(coreOf(field), command, listening);
  return [
    { name: 'constant body', process: running, url: listening.exec(running.greeting)?.[1] ?? '', key, paths: ['/'] },
  ];
}

/** The service's answers as files, sent by workers that log nothing and keep files open. */
export async function nginxContender(field: Field): Promise<Contender[]> {
  const directory = join(field.scratch, `nginx-${field.processes}`);
  mkdirSync(join(directory, 'hooks'), { recursive: true });
  field.niches.forEach((niche, at) => {
    writeFileSync(join(directory, 'hooks', `${niche}.json`), field.bodies[at]);
  });
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, port, field.processes));
  const running = await start(coreOf(field), ['sh', '-c', `echo ready; exec nginx -e stderr -c ${file}`], /ready/);
  const paths = field.niches.map((niche) => `/hooks/${niche}.json`);
  return [{ name: 'nginx', process: running, url: `http://127.0.0.1:${port}`, key, paths, hooksIn: hooksInData }];
}

/** It takes a number only, not any that is free. */
async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

function configuration(directory: string, port: number, processes: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // Workers of root would be another user, who cannot look into a private directory.
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes ${processes};
pid ${directory}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=1000;
  open_file_cache_valid 10m;
  default_type application/json;
  ${temporary.map((one) => `${one}_temp_path ${directory}/${one};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${directory};
  }
}
`;
}
