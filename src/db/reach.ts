// Checks DATABASE_URL at the start: within two seconds, the service knows whether a server answers, or says what to correct.
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { ConfigError } from '../config/config.ts';

/** Of the TCP connection, which the kernel accepts even if the server is busy. */
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
  // A host with several addresses fails with one error each.
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return error.name === 'AbortError' ? `no answer in ${timeoutMs / 1000} s` : String(first.message).replace(/\.$/, '');
}
