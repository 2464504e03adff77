// Client of the request log: of the signed-in account, or of a customer in the console.
import type { LoggedRequest, LoggedRequestDetail } from '@hookline/sdk';
import { type CursorPage, type Query, request, requestCursorPage } from '../../api/client.ts';
import type { LoggedRequestPage } from '../../api/openapi.ts';
import { accountPath } from '../../api/operator-accounts.ts';

export type RequestLog = {
  path: string;
  list: (query: Query) => Promise<CursorPage<LoggedRequest>>;
  get: (id: string) => Promise<LoggedRequestDetail>;
};

const ownPath = '/requests';

export const ownRequests: RequestLog = {
  path: ownPath,
  list: (query) => requestCursorPage<LoggedRequest>(ownPath, query),
  get: (id) => request('GET', `${ownPath}/${encodeURIComponent(id)}`),
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
  };
}
