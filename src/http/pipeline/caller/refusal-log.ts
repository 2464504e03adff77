// Logs calls of a valid key that never reach the pipeline: unknown addresses and methods, bodies that are not JSON.
import type { IncomingMessage } from 'node:http';
import type { RequestLog } from '../../../request-log/request-log.ts';
import { unknownEndpoint } from '../../../request-log/store.ts';
import { toByteString } from '../records.ts';
import type { LookUpKey } from './find-key.ts';

type RefusedCall = { id: string; startedAt: number; status: number; body: string };

export function createRefusalLog(lookUpKey: LookUpKey, requestLog: Pick<RequestLog, 'loggerOf'>) {
  return (req: IncomingMessage, route = unknownEndpoint, { id, startedAt, status, body }: RefusedCall): void => {
    const key = lookUpKey(req);
    if (typeof key === 'string') return;
    const log = requestLog.loggerOf({ method: req.method ?? '', route });
    log(key, { id, startedAt, target: { url: req.url ?? '' } }, { status, body: toByteString(body) });
  };
}
