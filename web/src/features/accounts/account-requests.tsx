// AccountRequests: the request log of a customer in the console.
import type { Key } from '../../api/openapi.ts';
import { accountPath } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { useFilters } from '../../kit/page/query-state.ts';
import { requestsOf } from '../request-log/log-client.ts';
import { logFilters, toLogQuery } from '../request-log/log-query.ts';
import { RequestLog } from '../request-log/request-log.tsx';

export function AccountRequests({ accountId, days }: { accountId: string; days: number }) {
  const { data } = useApi<{ keys: Key[] }>(`${accountPath(accountId)}/keys`);
  const query = toLogQuery(useFilters(logFilters), Date.now());
  const log = requestsOf(accountId);
  return (
    <Section
      title="Requests"
      description={`Calls with keys of this account in the last ${days} days, newest first.`}
      actions={<ApiCall call={{ path: log.path, query, isOperator: true }} />}
    >
      <RequestLog
        log={log}
        keys={data?.keys ?? []}
        days={days}
        empty={<EmptyState title="No requests yet">Calls appear here within seconds.</EmptyState>}
      />
    </Section>
  );
}
