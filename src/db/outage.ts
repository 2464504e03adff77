// Which errors mean that the database cannot be reached or cannot be written to, as told from faults of ours.
import { HooklineError } from '../lib/errors.ts';
import type { Observation } from '../telemetry/events.ts';

/** Thrown in place of a question that was not asked, or whose connection was cut. */
export class DatabaseUnavailableError extends Error {
  /** It may have been carried out all the same. */
  readonly wasSent: boolean;

  constructor(reason: string, { wasSent, cause }: { wasSent: boolean; cause?: unknown }) {
    super(reason, { cause });
    this.name = 'DatabaseUnavailableError';
    this.wasSent = wasSent;
  }
}

/**
 * What the server says when it refuses: connection exceptions, no resources such as connections or disk, shutting down or starting
 * up, read-only as a standby is. What it was asked was not done.
 */
const refusals = /^(08[0-9A-Z]{3}|53[0-9A-Z]{3}|57P0[1-5]|25006)$/;
/** Of a connection that ended under a question. */
const cutOffs = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];
/** The driver's own errors have no code. */
const driverTexts =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Query read timeout)/;

function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError || isRefusal(error) || wasCutOff(error);
}

function isRefusal(error: unknown): boolean {
  return refusals.test(String((error as { code?: unknown } | null | undefined)?.code));
}

function wasCutOff(error: unknown): boolean {
  const { code = '', syscall = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return (cutOffs.includes(code) && ['read', 'write'].includes(syscall)) || driverTexts.test(message);
}

/** Also what drivers say where nobody answers: of connections that are known to be the database's. */
export function isConnectionError(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  const isSocket = syscall === 'connect' || syscall === 'getaddrinfo';
  return isDatabaseAway(error) || (isSocket && code !== undefined) || /^timeout/.test(message ?? '');
}

/** That the database is away is told once (watch.ts), and not again by all that fails of it. */
export function isOutageError(observation: Observation): boolean {
  return 'error' in observation && observation.kind !== 'database_away' && isConnectionError(observation.error);
}

const retryAfterSeconds = 5;

/** The error that a client is told of, where the database is away. */
export function toUnavailableError(error: unknown): HooklineError | undefined {
  if (!isDatabaseAway(error)) return undefined;
  const wasSent = error instanceof DatabaseUnavailableError ? error.wasSent : !isRefusal(error);
  return wasSent
    ? new HooklineError(
        'outcome_unknown',
        'The database went away while this was being done, and may have done it. Look before you send it again.',
        { retryAfterSeconds },
      )
    : new HooklineError(
        'unavailable',
        'The database cannot be reached at the moment, so nothing was done. Hooks are still served. Try again in a few seconds.',
        { retryAfterSeconds },
      );
}
