// Contenders on PostgreSQL (Fastify with pg, PostGraphile, Directus), and json-server, which holds the hooks in memory.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Contender, type Hook, type Setup, startServer } from './contender.ts';
import type { PeerDatabase } from './database.ts';
import { hooksInData } from './plain-contenders.ts';

export async function fastifyContenders(setup: Setup): Promise<Contender[]> {
  const server = { ...(await startServer(setup, 'fastify')), databasePid: setup.database.pid, hooksIn: hooksInData };
  const paths = (route: string) => setup.niches.map((niche) => `${route}?niche=${niche}&limit=20`);
  return [
    { ...server, name: 'Fastify + pg', paths: paths('/hooks') },
    { ...server, name: 'Fastify + pg, JSON by PostgreSQL', paths: paths('/hooks-as-json') },
  ];
}

const graphql = `query Hooks($niche: String!) {
  allHooks(condition: { niche: $niche }, orderBy: [VIEWS_DESC, ROW_ID_ASC], first: 20) {
    nodes { id: rowId text views platform archetype emotional_trigger: emotionalTrigger niche }
  }
}`;
type GraphqlResponse = { data: { allHooks: { nodes: Hook[] } } };

export async function postgraphileContender(setup: Setup): Promise<Contender[]> {
  const server = await startServer(setup, 'postgraphile');
  return [
    {
      ...server,
      name: 'PostGraphile',
      databasePid: setup.database.pid,
      paths: setup.niches.map(() => '/graphql'),
      bodies: setup.niches.map((niche) => JSON.stringify({ query: graphql, variables: { niche } })),
      hooksIn: (response) => (response as GraphqlResponse).data.allHooks.nodes,
    },
  ];
}

const fieldList = 'fields=id,text,views,platform,archetype,emotional_trigger,niche';

export async function directusContenders(setup: Setup): Promise<Contender[]> {
  const started: Contender[] = [];
  for (const isCached of [false, true]) {
    const environment = { ...directusEnvironment(setup.database, setup.databaseName), CACHE_ENABLED: String(isCached) };
    started.push({
      ...(await startServer(setup, 'directus', environment)),
      name: isCached ? 'Directus, its cache on' : 'Directus',
      key: readerToken,
      databasePid: setup.database.pid,
      paths: setup.niches.map(
        (niche) => `/items/hooks?filter[niche][_eq]=${niche}&sort=-views,id&limit=20&${fieldList}`,
      ),
      hooksIn: hooksInData,
    });
  }
  return started;
}

const readerToken = 'reader-token-of-the-bench-0123456789';
const run = promisify(execFile);

function directusEnvironment(database: PeerDatabase, name: string): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'production',
    CONFIG_PATH: '/nonexistent/directus.env',
    DB_CLIENT: 'pg',
    DB_HOST: database.socketDirectory,
    DB_PORT: '5432',
    DB_DATABASE: name,
    DB_USER: 'hookline',
    DB_PASSWORD: '',
    // Directus's tables have their own schema, so that PostGraphile's contains only the hooks.
    DB_SEARCH_PATH: 'array:directus,public',
    SECRET: 'a-secret-of-the-bench-0123456789',
    PUBLIC_URL: 'http://127.0.0.1',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'password-of-the-bench',
    CACHE_STORE: 'memory',
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
    WEBSOCKETS_ENABLED: 'false',
    // It would refuse requests on a busy core.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
}

/** A user with a static token who may only read hooks. */
const reader = `
set search_path to directus;
insert into directus_policies (id, name) values ('11111111-1111-4111-8111-111111111111', 'Readers');
insert into directus_permissions (collection, action, permissions, fields, policy)
  values ('hooks', 'read', '{}', '*', '11111111-1111-4111-8111-111111111111');
insert into directus_users (id, token, status) values ('22222222-2222-4222-8222-222222222222', '${readerToken}', 'active');
insert into directus_access (id, "user", policy) values ('33333333-3333-4333-8333-333333333333',
  '22222222-2222-4222-8222-222222222222', '11111111-1111-4111-8111-111111111111')`;

/** Installs Directus into a new database that serves as a template, since it takes half a minute. */
export async function installDirectus(database: PeerDatabase, name: string): Promise<void> {
  await database.query('postgres', `create database ${name}`);
  await database.query(name, 'create schema directus');
  const script = fileURLToPath(new URL('./servers/directus.ts', import.meta.url));
  const env = { ...process.env, ...directusEnvironment(database, name) };
  await run(process.execPath, [script, 'bootstrap'], { env });
  await database.query(name, reader);
}

export async function jsonServerContender(setup: Setup): Promise<Contender[]> {
  const server = await startServer(setup, 'json-server');
  const paths = setup.niches.map((niche) => `/hooks?niche=${niche}&_sort=views,id&_order=desc,asc&_limit=20`);
  return [{ ...server, name: 'json-server', paths, hooksIn: (response) => response as Hook[] }];
}
