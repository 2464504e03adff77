// /dashboard/requests: the calls of the account's keys, newest first.
import { keysPath } from '../../api/account.ts';
import type { Key } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { useFilters } from '../../kit/page/query-state.ts';
import { useSession } from '../../shell/session.tsx';
import { ownRequests } from './log-client.ts';
import { logFilters, toLogQuery } from './log-query.ts';
import { RequestLog } from './request-log.tsx';

export function RequestLogPage() {
  const { account } = useSession();
  const { data: keys = [] } = useApi<Key[]>(keysPath);
  const query = toLogQuery(useFilters(logFilters), Date.now());
  const days = account?.plan === 'enterprise' ? 30 : 7;
  return (
    <PageBody>
      <PageHeader
        title="Requests"
        description={`Calls made with your keys and feeds in the last ${days} days, newest first. Calls made by this dashboard aren’t logged.`}
        call={{ path: ownRequests.path, query }}
        actions={<LinkButton href="/dashboard/usage">View usage</LinkButton>}
      />
      <RequestLog log={ownRequests} keys={keys} days={days} empty={<NoRequests />} isOwn />
    </PageBody>
  );
}

function NoRequests() {
  return (
    <EmptyState title="No requests yet" action={<LinkButton href="/dashboard/keys">Go to keys</LinkButton>}>
      Calls made with your keys appear here within seconds.
    </EmptyState>
  );
}
