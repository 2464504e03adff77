// Errors as messages on stderr and exit codes.
import { HooklineConnectionError, HooklineError, HooklineExportError } from '../../sdk/src/index.ts';
import { NoKeyError } from './connect.ts';
import { describeFileError } from './files.ts';
import { UsageError } from './terminal/output.ts';

/** Documented in docs/cli.md. */
export const exitCodes = {
  failed: 1,
  usage: 2,
  unauthorized: 3,
  notFound: 4,
  limited: 5,
  unreachable: 6,
  interrupted: 130,
};

const write = (line: string) => process.stderr.write(`${line}\n`);

type Circumstances = {
  /** The command, unless it is unknown. */
  name: string | undefined;
  /** Where the key came from, if one was used. */
  keySource: string | undefined;
};

/** Prints what is wrong and what to do. Returns the exit code. */
export function report(error: unknown, { name, keySource }: Circumstances): number {
  const message = messageOf(error);
  write(`hookline: ${message}`);
  if (error instanceof HooklineError) {
    for (const { detail } of error.errors)
      if (!error.message.includes(detail)) write(`  ${inWordsOfTheCommand(detail)}`);
    if (error.status >= 500 && error.requestId) write(`Request id: ${error.requestId}`);
    if (['missing_key', 'invalid_key', 'expired_key'].includes(error.code) && keySource !== undefined)
      write(
        `Run "hookline login" to set another key${keySource === 'HOOKLINE_KEY' ? ', and unset HOOKLINE_KEY' : ''}.`,
      );
  }
  const code = codeOf(error);
  // A message that names a command contains the fix already.
  if (code === exitCodes.usage && !message.includes('"hookline '))
    write(`Run "hookline help${name === undefined ? '' : ` ${name}`}" for usage.`);
  return code;
}

function messageOf(error: unknown): string {
  if (error instanceof HooklineError) return inWordsOfTheCommand(error.message);
  return describeFileError(error) ?? (error instanceof Error ? error.message : String(error));
}

/** Messages of the service name its endpoints. */
function inWordsOfTheCommand(message: string): string {
  return message
    .replace(/^#\/\S+: /, '')
    .replace('does not include this endpoint', 'does not include this')
    .replace('GET /meta lists the values', '"hookline taxonomy" lists the values')
    .replace('GET /exports lists yours', '"hookline export list" lists yours');
}

function codeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof NoKeyError) return exitCodes.unauthorized;
  if (error instanceof HooklineConnectionError) return exitCodes.unreachable;
  if (error instanceof HooklineExportError && error.reason === 'expired') return exitCodes.notFound;
  if (!(error instanceof HooklineError)) return exitCodes.failed;
  // The response is from a proxy or another server.
  if (error.code === 'unknown' && error.status !== 429) return exitCodes.unreachable;
  if (error.status === 400 || error.status === 422) return exitCodes.usage;
  if (error.status === 401 || error.status === 403) return exitCodes.unauthorized;
  if (error.status === 404 || error.status === 410) return exitCodes.notFound;
  return error.status === 429 ? exitCodes.limited : exitCodes.failed;
}
