// Contenders without a database: Hookline, a bare node:http server and nginx.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listening } from '../cluster.ts';
import { freePort } from '../cores/end-thread.ts';
import { start } from '../processes.ts';
import { type Contender, coreOf, type Hook, key, type Setup } from './contender.ts';

type ListResponse = { data: Hook[] };
export const hooksInData = (response: unknown) => (response as ListResponse).data;

/** The service is already running, since the peers' hooks are copied from it. */
export async function hooklineContenders({ hookline, hooklineDatabase, niches }: Setup): Promise<Contender[]> {
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
    // A unique number above every view count makes the query new without changing its results.
    { ...common, name: 'Hookline, every query new', paths: paths.map((path) => `${path}&max_views=9{n}`) },
  ];
}

const constantServer = fileURLToPath(new URL('../constant-server.ts', import.meta.url));

export async function constantContender(setup: Setup): Promise<Contender[]> {
  const bytes = Math.round(setup.bodies.reduce((sum, { length }) => sum + length, 0) / setup.bodies.length);
  const command = [process.execPath, constantServer, String(bytes), String(setup.processes)] as const;
  const running = await start(coreOf(setup), command, listening);
  return [
    { name: 'constant body', process: running, url: listening.exec(running.greeting)?.[1] ?? '', key, paths: ['/'] },
  ];
}

/** Serves Hookline's responses as files, without an access log and with open files cached. */
export async function nginxContender(setup: Setup): Promise<Contender[]> {
  const directory = join(setup.scratch, `nginx-${setup.processes}`);
  mkdirSync(join(directory, 'hooks'), { recursive: true });
  for (const [at, body] of setup.bodies.entries())
    writeFileSync(join(directory, 'hooks', `${setup.niches[at]}.json`), body);
  // nginx cannot choose a free port itself.
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, port, setup.processes));
  const running = await start(coreOf(setup), ['sh', '-c', `echo ready; exec nginx -e stderr -c ${file}`], /ready/);
  const paths = setup.niches.map((niche) => `/hooks/${niche}.json`);
  return [{ name: 'nginx', process: running, url: `http://127.0.0.1:${port}`, key, paths, hooksIn: hooksInData }];
}

function configuration(directory: string, port: number, processes: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // Started by root, the workers would run as another user, who cannot read the temporary directory.
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
