// The log's reading of what happens: JSON lines on standard error. Keys and bodies never reach it.
import { pino } from 'pino';
import type { Observation, Observe } from './events.ts';

/** What `isExpected` is told by something else that is observed, once, and by everything that it stops. */
export function logTo(
  level: string,
  isExpected: (observation: Observation) => boolean = () => false,
  destination: NodeJS.WritableStream = process.stderr,
): Observe {
  const logger = pino({ level, base: null, redact: ['*.key', '*.authorization', '*.hash'] }, destination);
  return (observation) => {
    // pino writes an error in full as `err`.
    const { kind, error: err, ...fields } = { error: undefined, ...observation };
    const line = err === undefined ? fields : { ...fields, err };
    if (isExpected(observation)) logger.debug(line, kind);
    else if (err !== undefined) logger.error(line, kind);
    else if (kind === 'delivery_attempted') logger.debug(line, kind);
    else logger.info(line, kind);
  };
}
