// The log's reading of what happens: JSON lines on standard error. Keys and bodies never reach it.
import { pino } from 'pino';
import type { Observation, Observe } from './observe.ts';

/** What `isExpected` is told by something else that is observed, once, and by everything that it stops. */
export function logTo(
  level: string,
  isExpected: (observation: Observation) => boolean = () => false,
  destination: NodeJS.WritableStream = process.stderr,
): Observe {
  const logger = pino({ level, base: null, redact: ['*.key', '*.authorization', '*.hash'] }, destination);
  return (observation) => {
    const { kind, ...fields } = observation;
    if (isExpected(observation)) logger.debug({ ...fields, err: 'error' in observation && observation.error }, kind);
    else if ('error' in observation) logger.error({ ...fields, err: observation.error }, kind);
    else if (kind === 'delivery_attempted') logger.debug(fields, kind);
    else logger.info(fields, kind);
  };
}
