// Contenders of the comparison: Hookline, a bare node:http server, nginx, Fastify with pg, and PostGraphile.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConstant, startScript } from '../constant-server.ts';
import type { Hookline } from '../hookline.ts';
import type { Load } from '../load.ts';
import { serviceCore } from '../machine.ts';
import { type Running, start } from '../processes.ts';

/** The fields that every contender returns, by their names in the API. */
export const fields = ['id', 'text', 'views', 'platform', 'archetype', 'emotional_trigger', 'niche'] as const;
export type Hook = Record<(typeof fields)[number], string | number>;

/** Setup that all contenders of one comparison share. */
export type Setup = {
  hookline: Hookline;
  /** PostgreSQL of the peers, in which a database has the hooks. */
  database: { pid: number; url: string };
  niches: readonly string[];
  /** Hookline's response body for each niche. */
  bodies: readonly string[];
  scratch: string;
};

/** `paths`, and `bodies` if they are posted, have one entry for each niche. */
export type Contender = Omit<Load, 'seconds'> & {
  name: string;
  process: Running;
  databasePid?: number;
  /** Undefined if the responses contain no hooks. */
  hooksIn?: (response: unknown) => Hook[];
};

const key = 'peer-key-with-twenty-four-characters';
const hooksInData = (response: unknown) => (response as { data: Hook[] }).data;

/** The first one is the baseline. */
export const plainContenders = async ({ hookline, niches, bodies }: Setup): Promise<Contender[]> => {
  const bytes = Math.round(bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0) / bodies.length);
  const paths = niches.map((niche) => `/hooks?niche=${niche}&limit=20`);
  const { url, key, databasePid } = hookline;
  const ours = { process: hookline, databasePid, url, key, hooksIn: hooksInData };
  return [
    { ...(await startConstant(bytes)), name: 'constant body', key, paths: ['/'] },
    { ...ours, name: 'Hookline', paths },
    // A unique number above every view count makes the query new without changing its results.
    { ...ours, name: 'Hookline, every query new', paths: paths.map((path) => `${path}&max_views=9{n}`) },
  ];
};

export const peers: Readonly<Record<string, (setup: Setup) => Promise<Contender[]>>> = {
  /** Serves Hookline's responses as files, without an access log and with open files cached. */
  nginx: async ({ scratch, niches, bodies }) => {
    const directory = join(scratch, 'nginx');
    mkdirSync(join(directory, 'hooks'), { recursive: true });
    for (const [at, body] of bodies.entries()) writeFileSync(join(directory, 'hooks', `${niches[at]}.json`), body);
    const port = await freePort();
    const file = join(directory, 'nginx.conf');
    writeFileSync(file, nginxConfiguration(directory, port));
    const process = await start(serviceCore, ['sh', '-c', `echo ready; exec nginx -e stderr -c ${file}`], /ready/);
    const paths = niches.map((niche) => `/hooks/${niche}.json`);
    return [{ name: 'nginx', process, url: `http://127.0.0.1:${port}`, key, paths, hooksIn: hooksInData }];
  },
  fastify: async (setup) => {
    const server = { ...(await startServer(setup, 'fastify')), hooksIn: hooksInData };
    const paths = (route: string) => setup.niches.map((niche) => `${route}?niche=${niche}&limit=20`);
    return [
      { ...server, name: 'Fastify + pg', paths: paths('/hooks') },
      { ...server, name: 'Fastify + pg, JSON by PostgreSQL', paths: paths('/hooks-as-json') },
    ];
  },
  postgraphile: async (setup) => [
    {
      ...(await startServer(setup, 'postgraphile')),
      name: 'PostGraphile',
      paths: setup.niches.map(() => '/graphql'),
      bodies: setup.niches.map((niche) => JSON.stringify({ query: graphql, variables: { niche } })),
      hooksIn: (response) => (response as { data: { allHooks: { nodes: Hook[] } } }).data.allHooks.nodes,
    },
  ],
};

const graphql = `query Hooks($niche: String!) {
  allHooks(condition: { niche: $niche }, orderBy: [VIEWS_DESC, ROW_ID_ASC], first: 20) {
    nodes { id: rowId text views platform archetype emotional_trigger: emotionalTrigger niche }
  }
}`;

/** Starts one of `servers/`. */
async function startServer({ database }: Setup, name: string) {
  const script = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const mode = { NODE_ENV: 'production', GRAPHILE_ENV: 'production' };
  const env = { ...mode, PEER_DATABASE: database.url, PEER_KEY: key };
  return { ...(await startScript(script, [], env)), key, databasePid: database.pid };
}

/** nginx cannot choose a free port itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

function nginxConfiguration(directory: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // Started by root, the worker would run as another user, who cannot read the temporary directory.
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
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
