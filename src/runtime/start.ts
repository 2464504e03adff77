// Checks before a process starts anything (a ConfigError names the variable), and handling of uncaught errors.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError } from '../config/config.ts';
import { readDisk } from '../db/disk-space.ts';
import { rejectRequest } from '../http/server/client-errors.ts';
import { currentResponse } from '../http/server/fair-queue.ts';
import { errorCode } from '../lib/errors.ts';
import type { Observe } from '../telemetry/events.ts';

const lookUpMs = 1500;

/** SQLite, whose lock guards an embedded database, and PostgreSQL cannot open longer names. */
const maxDirectoryBytes = 480;

/** Space for the lock and the operator key. The database has its own requirement. */
const ownFilesBytes = 200_000;

/** Creates the directory if it is missing. */
export async function prepareDataDirectory({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (!databaseUrl && Buffer.byteLength(dataDir) > maxDirectoryBytes)
    throw new ConfigError(
      `HOOKLINE_DATA must be at most ${maxDirectoryBytes} bytes for the embedded database, such as ./data, not ${Buffer.byteLength(dataDir)}.`,
    );
  try {
    makeDirectory(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`HOOKLINE_DATA=${dataDir} ${directoryFault(errorCode(error) ?? '')}`);
  }
  const disk = await readDisk({ path: dataDir, reservedBytes: ownFilesBytes });
  if (disk && disk.missingBytes > 0) throw new ConfigError(`HOOKLINE_DATA=${dataDir} ${directoryFault('ENOSPC')}`);
}

/** Node's `recursive` never returns on a file system without directory creation, such as /proc. */
function makeDirectory(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (!found) makeDirectory(dirname(path));
  mkdirSync(path);
}

function directoryFault(code: string): string {
  if (['EEXIST', 'ENOTDIR'].includes(code)) return 'is not a directory. Name one, such as ./data.';
  if (code === 'ENOSPC')
    return 'cannot be written: its disk is full. Free space on it, or name a directory on another disk.';
  if (code === 'ENAMETOOLONG') return 'is too long. Name a shorter path, such as ./data.';
  const reason = code === 'EROFS' ? 'its disk is read-only' : `this user has no permission (${code})`;
  return `cannot be written: ${reason}. Name a directory that this user can write, such as ./data.`;
}

/** Without this check the service would fail after it has created its database. Another process may still take the port meanwhile. */
export async function assertCanListen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  try {
    const address = await resolve(host);
    server.listen(port, address);
    await once(server, 'listening');
  } catch (error) {
    throw new ConfigError(listenFault(host, port, errorCode(error) ?? String(error)));
  } finally {
    server.close();
  }
}

/** The system's resolver has no timeout, so this adds one. */
async function resolve(host: string): Promise<string> {
  const slow = pause(lookUpMs, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error(), { code: 'ETIMEOUT' });
  });
  return (await Promise.race([lookup(host), slow])).address;
}

function listenFault(host: string, port: number, code: string): string {
  if (code === 'EADDRINUSE')
    return `PORT=${port} is in use on ${host}. Stop the process that listens there, or set PORT to a free one, such as ${port === 65535 ? 8787 : port + 1}.`;
  if (code === 'EACCES')
    return `PORT=${port} requires a privilege that this user does not have. Set PORT to 1024 or above, such as 8787, behind a proxy.`;
  return `HOST=${host} is not an address of this machine (${code}). Set it to one, such as 127.0.0.1, or to 0.0.0.0 for all.`;
}

// Uncaught errors: one of a request fails that request, one of a stream its stream; any other ends the process.

/** Time to finish responses and to write counters; a process in a broken state may not complete either. */
const closeTimeoutMs = 10_000;

/** A stream that fails without a listener emits its error here. Its peer is gone or misbehaved; nothing else is affected. */
const streamCodes = /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_\w+|ERR_HTTP_\w+|HPE_\w+|ABORT_ERR)$/;

/** `close` is called once, before the process exits with code 1. Its supervisor starts another. */
export function endOnUncaughtError(observe: Observe, close: () => Promise<void>): void {
  let isClosing = false;
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error: unknown) => {
    const res = currentResponse();
    if (res) {
      const { method = '', url = '' } = res.req;
      observe({ kind: 'request_failed', requestId: '', method, route: url.split('?', 1)[0] ?? '', error });
      return rejectRequest(res.req, res, error);
    }
    const isFatal = !isStreamError(error);
    observe({ kind: 'uncaught_error', isFatal, error });
    if (!isFatal || isClosing) return;
    isClosing = true;
    const exit = () => process.exit(1);
    setTimeout(exit, closeTimeoutMs);
    close().then(exit, exit);
  });
}

function isStreamError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && streamCodes.test(String(error.code));
}
