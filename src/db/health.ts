// Health of the database and its job queues, for status pages. The jobs are in jobs/jobs.ts.

import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import type { Database } from './database.ts';

type DatabaseFigures = { answered_in_ms: number; size_bytes: number };

/** Rejects if the database is unavailable. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Rejects if the database is unavailable. */
export async function measureDatabase(db: Database): Promise<DatabaseFigures> {
  const startedAt = performance.now();
  await pingDatabase(db);
  const answered_in_ms = Math.round((performance.now() - startedAt) * 10) / 10;
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db);
  return { answered_in_ms, size_bytes: rows[0]?.size ?? 0 };
}

type QueueFigures = {
  name: string;
  /** Due jobs that were not tried yet. */
  waiting: number;
  /** Failed jobs that will be retried. */
  retrying: number;
  active: number;
  /** Jobs that ran out of retries in the last hour. */
  failed: number;
  /** Creation time of the oldest waiting or retrying job. */
  oldest_at: Date | null;
  /** Error of the newest retrying or failed job. */
  error: string | null;
};

/** Jobs that are not due yet are not counted. */
export async function selectQueues(db: Database): Promise<QueueFigures[]> {
  const { rows } = await sql<QueueFigures>`
    select q.name,
      count(*) filter (where j.state = 'created' and j.start_after <= now()) as waiting,
      count(*) filter (where j.state = 'retry') as retrying,
      count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'failed') as failed,
      min(j.created_on) filter (where j.state = 'retry' or j.state = 'created' and j.start_after <= now()) as oldest_at,
      (array_agg(left(j.output ->> 'message', 300) order by j.created_on desc) filter (where j.state in ('retry', 'failed')))[1]
        as error
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where left(q.name, 8) <> '__pgboss'
    group by q.name order by q.name`.execute(db);
  return rows;
}

// Checks DATABASE_URL at the start: within two seconds the server has responded, or the error names what to correct.

/** Timeout of the TCP connection, which the kernel accepts even if the server is busy. */
const timeoutMs = 1500;
const example = 'postgres://hookline:secret@db.example.com:5432/hookline';

/** Throws ConfigError, which does not repeat the URL, since it may have a password. */
export async function assertReachable(url: string): Promise<void> {
  const client = clientOf(url);
  const { host, port } = client;
  const server = host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`;
  try {
    await connectTo(host, port);
  } catch (error) {
    throw wrong(`no server answers at ${server} (${messageOf(error)}). Start it, or correct the URL`);
  }
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw wrong(`${server} refuses the connection: ${messageOf(error)}. Correct the server or the URL`);
  }
}

function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  } catch (error) {
    throw wrong(`it cannot be used: ${messageOf(error)}. Correct it`);
  }
}

async function connectTo(host: string, port: number): Promise<void> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
  } finally {
    socket.destroy();
  }
}

function wrong(cause: string): ConfigError {
  return new ConfigError(`DATABASE_URL: ${cause}, such as ${example}.`);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host with several addresses fails with one error per address.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return error.name === 'AbortError' ? `no answer in ${timeoutMs / 1000} s` : String(first.message).replace(/\.$/, '');
}
