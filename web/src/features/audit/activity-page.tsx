// /dashboard/activity: the account's audit log, newest first.
import type { AccountKind } from '../../../../src/audit/audit.ts';
import { requestPage } from '../../api/client.ts';
import type { AuditRecord } from '../../api/openapi.ts';
import { usePages } from '../../api/use-pages.ts';
import { Chip } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';

// Lazy: keeps the page's initial script small.
const ActivityTable = lazyPart(
  () => import('./activity-table.tsx'),
  'ActivityTable',
  <Skeleton className="h-96 w-full" />,
);

const kinds: Record<AccountKind, string> = {
  key: 'Keys',
  webhook: 'Webhooks',
  export: 'Exports',
  search: 'Saved searches',
  collection: 'Collections',
  trend_alert: 'Trend alerts',
  account: 'Account and plan',
  member: 'Team',
  session: 'Sign-ins',
  passkey: 'Passkeys',
  key_request: 'Key requests',
  source_request: 'Source requests',
};

export function ActivityPage() {
  const [kind, setKind] = useQueryState('kind');
  const pages = usePages<AuditRecord>(['/account/audit', kind], (after) =>
    requestPage('/account/audit', { after, kind, limit: 50 }),
  );
  return (
    <PageBody>
      <PageHeader
        title="Activity"
        description="Changes to this account by you, your keys, the operator or Hookline. Kept for 400 days."
      />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Filter by kind</legend>
        <Chip isActive={kind === ''} onClick={() => setKind('')}>
          All
        </Chip>
        {Object.entries(kinds).map(([name, label]) => (
          <Chip key={name} isActive={kind === name} onClick={() => setKind(kind === name ? '' : name)}>
            {label}
          </Chip>
        ))}
      </fieldset>
      <LoadList
        from={pages}
        skeleton={<ActivityTable records={undefined} />}
        empty={<NoActivity isFiltered={kind !== ''} />}
      >
        {(records) => <ActivityTable records={records} />}
      </LoadList>
    </PageBody>
  );
}

function NoActivity({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      title={isFiltered ? 'No activity of this kind' : 'No activity yet'}
      action={<LinkButton href="/dashboard/keys">Go to keys</LinkButton>}
    >
      Sign-ins and changes to keys, webhooks, exports and the plan appear here.
    </EmptyState>
  );
}
