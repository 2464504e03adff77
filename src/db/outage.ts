// Distinguishes database outages (unreachable, shutting down, read-only, connection lost) from faults of our own.
import { errorCode, HooklineError } from '../lib/errors.ts';
import type { Observation } from '../telemetry/events.ts';
import { databaseDiskFull } from './disk-space.ts';

/** Thrown if a query was not sent or its connection was cut. */
export class DatabaseUnavailableError extends Error {
  /** If true, the query may have been executed. */
  readonly wasSent: boolean;
  /** Set if the server is down because its disk is full. */
  readonly diskFault: HooklineError | undefined;

  constructor(
    reason: string,
    { wasSent, cause, diskFault }: { wasSent: boolean; cause?: unknown; diskFault?: HooklineError },
  ) {
    super(reason, { cause });
    this.name = 'DatabaseUnavailableError';
    this.wasSent = wasSent;
    this.diskFault = diskFault;
  }
}

/**
 * SQLSTATEs of a server that refuses work, so the query was not executed: connection exceptions, insufficient resources (connections,
 * disk), shutdown or startup, read-only as on a standby.
 */
const refusals = /^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1-5]|25006)$/;
const diskFull = '53100';
/** Socket errors of a connection that was lost during a query. */
const lostConnections = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];
/** The driver's own errors have no code. */
const driverMessages =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout)/;

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || isRefusal(error) || isLostConnection(error);
}

function isRefusal(error: unknown): boolean {
  return refusals.test(errorCode(error) ?? '');
}

export function isDiskFull(error: unknown): boolean {
  return errorCode(error) === diskFull;
}

function isLostConnection(error: unknown): boolean {
  const isSocketError =
    ['read', 'write'].includes(syscallOf(error)) && lostConnections.includes(errorCode(error) ?? '');
  return isSocketError || driverMessages.test(messageOf(error));
}

/** Includes failures to connect. Use only for errors known to come from a connection to the database. */
export function isConnectionError(error: unknown): boolean {
  const isConnectFailure = ['connect', 'getaddrinfo'].includes(syscallOf(error)) && errorCode(error) !== undefined;
  return isUnavailable(error) || isConnectFailure || messageOf(error).startsWith('timeout');
}

function syscallOf(error: unknown): string {
  return error instanceof Error && 'syscall' in error ? String(error.syscall) : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

/** An outage is logged once (watch.ts), not again for each error that it causes. */
export function isOutageError(observation: Observation): boolean {
  return 'error' in observation && observation.kind !== 'database_away' && isConnectionError(observation.error);
}

const retryAfterSeconds = 5;
/** SQLSTATEs of a transaction that was rolled back: serialization failure and deadlock. */
const conflicts = ['40001', '40P01'];
const inTheWay = 'Another change was in the way, so nothing was changed. Retry in a second.';

/**
 * Returns the public error for an outage or a conflict; undefined for any other error. A transaction is not retried automatically, since
 * the code around it may not be safe to run twice.
 */
export function toUnavailableError(error: unknown): HooklineError | undefined {
  if (conflicts.includes(`${errorCode(error)}`))
    return new HooklineError('unavailable', inTheWay, { retryAfterSeconds: 1 });
  if (!isUnavailable(error)) return undefined;
  if (error instanceof DatabaseUnavailableError && error.diskFault) return error.diskFault;
  if (isDiskFull(error)) return databaseDiskFull();
  const wasSent = error instanceof DatabaseUnavailableError ? error.wasSent : !isRefusal(error);
  return wasSent
    ? new HooklineError(
        'outcome_unknown',
        'Connection lost; the change may or may not have been applied. Check before you retry.',
        { retryAfterSeconds },
      )
    : new HooklineError(
        'unavailable',
        'The database is unavailable, so nothing was changed. Hooks are still served. Retry in a few seconds.',
        { retryAfterSeconds },
      );
}
