// Client of the request log: of the signed-in account, or of a customer in the console.
import type { LoggedRequest, LoggedRequestDetail, UsageRecord } from '@hookline/sdk';
import { type CursorPage, type Query, request, requestCursorPage } from '../../api/client.ts';
import type { LoggedRequestPage, OperatorUsage } from '../../api/openapi.ts';
import { accountPath } from '../../api/operator-accounts.ts';
import { readHistory } from '../../api/usage.ts';

export type RequestLog = {
  path: string;
  list: (query: Query) => Promise<CursorPage<LoggedRequest>>;
  get: (id: string) => Promise<LoggedRequestDetail>;
  /** Calls by endpoint since a day. */
  usage: (since: string) => Promise<UsageRecord[]>;
};

const ownPath = '/requests';

export const ownRequests: RequestLog = {
  path: ownPath,
  list: (query) => requestCursorPage<LoggedRequest>(ownPath, query),
  get: (id) => request('GET', `${ownPath}/${encodeURIComponent(id)}`),
  usage: (since) => readHistory({ since, by: ['endpoint'] }),
};

export function requestsOf(accountId: string): RequestLog {
  const path = `${accountPath(accountId)}/requests`;
  return {
    path,
    list: async (query) => {
      const { requests, total, next } = await request<LoggedRequestPage>('GET', path, { query });
      return { data: requests, total, nextCursor: next };
    },
    get: (id) => request('GET', `${path}/${encodeURIComponent(id)}`),
    usage: async (since) => {
      const query = { since, by: 'endpoint' };
      return (await request<OperatorUsage>('GET', `${accountPath(accountId)}/usage/history`, { query })).usage;
    },
  };
}
