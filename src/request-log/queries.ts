// Reads the request log of an account: a page by filter, or one call by its id.
import { type Database, takePage } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import type { IdInAccount, InAccount } from '../lib/ids.ts';
import type { Observe } from '../telemetry/events.ts';
import { type LoggedRequest, type LoggedRequestDetail, toRequest, toRequestDetail } from './request.ts';
import { dayOf, type RequestLog } from './request-log.ts';
import { countRequests, findRequest, selectRequests } from './store.ts';

export type RequestLogDeps = { db: Database; requestLog: RequestLog; observe: Observe };

export type RequestQuery = {
  /** Codes such as `404`, and classes such as `4xx`. */
  status?: readonly string[];
  endpoint?: readonly string[];
  key?: readonly string[];
  since?: string;
  until?: string;
  cursor?: string;
  limit?: number;
};

/** `total` counts all pages, up to 10,000. */
export type RequestPage = { requests: LoggedRequest[]; total: number; next: string | null };

/** Newest first. Complete for this process; other processes may lag by a second or two. */
export async function listRequests(
  { db, requestLog, observe }: RequestLogDeps,
  { accountId, status, endpoint: endpoints, key: keys, since, until, cursor, limit = 50 }: RequestQuery & InAccount,
): Promise<RequestPage> {
  if (since !== undefined && until !== undefined && since >= until) {
    const detail = '`since` must be before `until`.';
    fail('invalid_parameter', detail, { errors: [{ parameter: 'since', detail }] });
  }
  const filter = {
    ...{ accountId, endpoints, keys },
    statuses: status?.map(toRange),
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    before: cursor === undefined ? undefined : fromCursor(cursor),
  };
  const read = async () => {
    await requestLog.flush();
    const today = dayOf(Date.now());
    const page = takePage(
      limit,
      (count) => selectRequests(db, filter, today, count),
      ({ at, id }) => `${at.getTime().toString(36)}.${id}`,
    );
    return Promise.all([page, countRequests(db, filter, today)]);
  };
  const [{ rows, next }, total] = await read().catch((error) => failUnavailable(observe, error));
  return { requests: rows.map(toRequest), total, next };
}

export async function getRequest(
  { db, requestLog, observe }: RequestLogDeps,
  { id, accountId }: IdInAccount,
): Promise<LoggedRequestDetail> {
  const read = async () => {
    await requestLog.flush();
    return findRequest(db, accountId, id, dayOf(Date.now()));
  };
  const row = await read().catch((error) => failUnavailable(observe, error));
  return row ? toRequestDetail(row) : failUnknown();
}

function failUnknown(): never {
  fail(
    'not_found',
    'Request not found in the log. It may be older than the log, belong to another account, or be left out of a sample.',
  );
}

function failUnavailable(observe: Observe, error: unknown): never {
  observe({ kind: 'database_error', error });
  fail('unavailable', 'The request log cannot be read at the moment. Try again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}

function toRange(status: string): readonly [number, number] {
  const first = Number(status[0]) * 100;
  return status.endsWith('xx') ? [first, first + 99] : [Number(status), Number(status)];
}

function fromCursor(cursor: string): { at: Date; id: string } {
  const [, time = '', id = ''] = /^([0-9a-z]{1,9})\.(req_\w{1,40})$/.exec(cursor) ?? [];
  return id
    ? { at: new Date(Number.parseInt(time, 36)), id }
    : fail('invalid_cursor', 'Invalid `cursor`. Start again without it.');
}
