// Client of the routes for sessions, of the signed-in account or of operators, and for named operators.
import { request } from '../../api/client.ts';
import type { EndedSessions, Operator, SessionEntry } from '../../api/openapi.ts';

export type SessionActions = {
  path: string;
  read: () => Promise<SessionEntry[]>;
  end: (id: string) => Promise<EndedSessions>;
  /** Ends all sessions, or all but the current one. */
  endAll: (includeCurrent: boolean) => Promise<EndedSessions>;
};

export const ownSessions = sessionsAt('/account/sessions', (path) => request<SessionEntry[]>('GET', path));

export const operatorSessions = sessionsAt('/operator/sessions', async (path) => {
  const { sessions } = await request<{ sessions: SessionEntry[] }>('GET', path);
  return sessions;
});

function sessionsAt(path: string, read: (path: string) => Promise<SessionEntry[]>): SessionActions {
  return {
    path,
    read: () => read(path),
    end: (id) => request('DELETE', `${path}/${encodeURIComponent(id)}`),
    endAll: (include_current) => request('DELETE', path, { query: { include_current } }),
  };
}

export const operatorsPath = '/operator/operators';
export const addOperator = (body: { email: string; role: string }) =>
  request<Operator>('POST', operatorsPath, { body });
export const removeOperator = (id: string) => request<Operator>('DELETE', `${operatorsPath}/${encodeURIComponent(id)}`);
