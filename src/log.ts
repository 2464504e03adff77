// The log's reading of what happens: JSON lines on standard error. Keys and bodies never reach it.
import { pino } from 'pino';
import type { Observe } from './observe.ts';

export function logTo(level: string, destination: NodeJS.WritableStream = process.stderr): Observe {
  const logger = pino({ level, base: null, redact: ['*.key', '*.authorization', '*.hash'] }, destination);
  return (observation) => {
    const { kind, ...fields } = observation;
    if ('error' in observation) logger.error({ ...fields, err: observation.error }, kind);
    else if (kind === 'delivery_attempted') logger.debug(fields, kind);
    else logger.info(fields, kind);
  };
}
