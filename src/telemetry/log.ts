// Log of observations on standard error: JSON lines, or lines for people on a terminal. Keys and bodies are never logged.
import { isatty } from 'node:tty';
import { isMainThread } from 'node:worker_threads';
import { type DestinationStream, pino } from 'pino';
import type { Observation, Observe } from './events.ts';

/** `process.stderr` of a thread would pass each line through the main thread. */
const standardError: NodeJS.EventEmitter & DestinationStream = isMainThread
  ? process.stderr
  : pino.destination({ dest: 2, sync: true });
// Once the reader of a pipe is gone, each line fails. Without a listener, that error would be logged, and fail again.
standardError.on('error', () => {});
/** Loaded on a terminal only: it takes 14 ms and 2 MB. */
const destination =
  isatty(1) && isatty(2) ? (await import('./terminal-log.ts')).terminalLog(standardError) : standardError;

/** Observations with `isExpected` result from one that was logged before, so their level is debug. */
export function logTo(level: string, isExpected: (observation: Observation) => boolean = () => false): Observe {
  const redact = ['*.key', '*.authorization', '*.hash'];
  const logger = pino({ level, base: null, redact, hooks: { streamWrite: maskEmails } }, destination);
  return (observation) => {
    const { kind, error: err, ...fields } = { error: undefined, ...observation };
    // The event comes first, not behind a stack. pino serializes an error with its stack if it is named `err`.
    const line = { msg: kind, ...fields, ...(err === undefined ? {} : { err }) };
    if (isExpected(observation)) logger.debug(line);
    else if (err !== undefined) logger.error(line);
    else if (kind === 'delivery_attempted') logger.debug(line);
    else logger.info(line);
  };
}

// Masks emails in log lines, wherever they come from, such as the error of a mail server.

/** Matches at the start of a word only, so a long line takes linear time. */
const email = /(?<![\w.+%-])([\w.+%-])[\w.+%-]*@(\w[\w-]*(?:\.[\w-]+)+)/g;
/** A line with this link replaces the mail if there is no mail server, so its recipient is not masked. */
const linkMark = '/sign-in#token=';

/** `a…@example.com`: enough to recognize an email, not to write to it. */
export function maskEmails(line: string): string {
  return line.includes('@') && !line.includes(linkMark) ? line.replace(email, '$1…@$2') : line;
}
