// PostgreSQL for the peers: Hookline's embedded server with more memory and normal priority.

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { startEmbedded } from '../../src/db/embedded/server.ts';
import { readDatabasePid } from '../hookline.ts';
import { fields } from './contender.ts';

export type PeerDatabase = {
  pid: number;
  socketDirectory: string;
  url: (name: string) => string;
  query: (name: string, statement: string) => Promise<Record<string, unknown>[]>;
  stop: () => Promise<void>;
};

const settings = { max_connections: '200', shared_buffers: '1GB', work_mem: '64MB', effective_cache_size: '2GB' };

/** Starts in `dataDir`, which must be new. */
export async function startPeerDatabase(dataDir: string): Promise<PeerDatabase> {
  const server = await startEmbedded(dataDir, 1, { settings, prefix: [] });
  const url = (name: string) => server.url.replace('/postgres?', `/${name}?`);
  return {
    pid: readDatabasePid(dataDir),
    socketDirectory: new URLSearchParams(server.url.split('?')[1]).get('host') ?? '',
    url,
    query: (name, statement) =>
      connected(url(name), async (client) => {
        const results = [await client.query(statement)].flat();
        return results.at(-1)?.rows ?? [];
      }),
    stop: server.stop,
  };
}

const table = `create table hooks (id text primary key, text text not null, views bigint not null, platform text not null,
  archetype text not null, emotional_trigger text not null, niche text not null)`;
/** The measured query reads its first twenty entries. */
const index = 'create index on hooks (niche, views desc, id)';

/** Copies the published hooks of the running service of `hooklineDir` into a new database, and into `file` as JSON Lines. */
export async function copyHooks(
  hooklineDir: string,
  database: PeerDatabase,
  { name, template, file }: { name: string; template: string; file: string },
): Promise<void> {
  await database.query('postgres', `create database ${name} template ${template}`);
  const { url } = await startEmbedded(hooklineDir);
  const list = `select 'hook_' || id as id, ${fields.slice(1).join(', ')} from hooks where state = 'published'`;
  await connected(url, async (from) => {
    await connected(database.url(name), async (to) => {
      await to.query(table);
      await pipeline(from.query(copy.to(`copy (${list}) to stdout`)), to.query(copy.from('copy hooks from stdin')));
      await to.query(index);
      await to.query('vacuum (analyze, freeze) hooks');
      // The text format would double backslashes; csv with a quote character that JSON never contains does not.
      const json = `copy (select row_to_json(h) from hooks h) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`;
      await pipeline(to.query(copy.to(json)), createWriteStream(file));
    });
  });
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
