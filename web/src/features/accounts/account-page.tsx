// /console/accounts/:id: one customer, with warnings on top and tabs for overview, usage, keys, webhooks and audit.
import { Suspense, useEffect, useState } from 'react';
import { useParams } from 'wouter';
import type { AccountOverview, KeyRequestPage, Plan, WebhookOverview } from '../../api/openapi.ts';
import { accountPath } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Id } from '../../kit/code/code.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { Load } from '../../kit/page/load.tsx';
import { isMissing, MissingPage } from '../../kit/page/missing.tsx';
import { menuItems, viewAsCustomer } from './account-menu-items.ts';
import { AccountOverviewPanel } from './account-overview.tsx';
import {
  AccountDialogs,
  AuditPanel,
  KeysPanel,
  preloadPanels,
  RequestsPanel,
  UsagePanel,
  WebhooksPanel,
} from './account-panels.tsx';
import { AccountWarnings } from './account-warnings.tsx';
import type { OpenAccountDialog } from './dialogs/account-dialogs.tsx';
import { useMailOff } from './dialogs/mail-fields.tsx';

const refreshSeconds = 30;
const list = { href: '/console/accounts', title: 'Accounts' };

export function AccountPage() {
  const { id } = useParams<{ id: string }>();
  const response = useApi<AccountOverview>(accountPath(id), undefined, { refreshSeconds });
  const webhooks = useApi<{ webhooks: WebhookOverview[] }>(`/operator/webhooks?account=${encodeURIComponent(id)}`);
  const { data: plans = [] } = useApi<Plan[]>('/plans');
  const [open, setOpen] = useState<OpenAccountDialog>();
  const isMailOff = useMailOff();
  useEffect(preloadPanels, []);
  const account = response.data;
  const plan = plans.find(({ name }) => name === account?.plan);
  useActions([{ title: 'Change plan or limits', icon: 'plan', run: () => setOpen('plan') }]);

  const pending = useApi<KeyRequestPage>(`/operator/key-requests?state=pending&account=${encodeURIComponent(id)}`);
  if (isMissing(response.error)) return <MissingPage what="Account" id={id} list={list} />;
  const tabs = (of: AccountOverview) => [
    { id: 'overview', label: 'Overview', panel: <AccountOverviewPanel account={of} plan={plan} /> },
    { id: 'usage', label: 'Usage', panel: <UsagePanel accountId={id} /> },
    {
      id: 'requests',
      label: 'Requests',
      panel: <RequestsPanel accountId={id} days={of.plan === 'enterprise' ? 30 : 7} />,
    },
    {
      id: 'keys',
      label: 'Keys',
      count: of.live_keys,
      panel: <KeysPanel account={of} onChanged={() => response.mutate()} />,
    },
    {
      id: 'webhooks',
      label: 'Webhooks',
      count: webhooks.data?.webhooks.length,
      panel: <WebhooksPanel account={of} plan={plan} webhooks={webhooks} />,
    },
    { id: 'audit', label: 'Audit', panel: <Audit accountId={id} /> },
  ];
  return (
    <PageBody>
      <PageHeader
        title={account?.name ?? 'Account'}
        parent={list}
        description={
          account ? (
            <Subtitle account={account} planTitle={plan?.title} />
          ) : (
            !response.error && <Skeleton className="my-1 w-80" />
          )
        }
        call={{ path: accountPath(id), isOperator: true }}
        actions={
          account && (
            <>
              <Menu label="More actions" items={menuItems(account, setOpen, isMailOff)} />
              {account.deletion ? (
                <Button icon="refresh" onClick={() => setOpen('restore')}>
                  Restore…
                </Button>
              ) : (
                <>
                  <Button icon="user" onClick={() => viewAsCustomer(id)}>
                    View as customer
                  </Button>
                  <Button icon="plan" onClick={() => setOpen('plan')}>
                    Change plan or limits
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      <Load from={response} skeleton={<Skeleton className="h-80 w-full" />}>
        {(of) => (
          <>
            <AccountWarnings
              account={of}
              webhooks={webhooks.data?.webhooks ?? []}
              requests={pending.data?.key_requests ?? []}
              plans={plans}
              onReactivate={() => setOpen('suspension')}
              onRestore={() => setOpen('restore')}
              onChangeLimits={() => setOpen('plan')}
            />
            <Tabs label="Account sections" tabs={tabs(of)} />
            <Suspense>
              <AccountDialogs
                open={open}
                account={of}
                plans={plans}
                webhooks={webhooks.data?.webhooks.length ?? 0}
                onClose={() => setOpen(undefined)}
                onChanged={() => response.mutate()}
              />
            </Suspense>
          </>
        )}
      </Load>
    </PageBody>
  );
}

function Audit({ accountId }: { accountId: string }) {
  return (
    <Section
      title="Audit log"
      description="Changes to this account, its keys, webhooks and exports, newest first."
      actions={
        <>
          <ApiCall call={{ path: '/operator/audit', query: { account: accountId }, isOperator: true }} />
          <LinkButton icon="filter" href={`/console/audit?account=${accountId}`}>
            Filter
          </LinkButton>
        </>
      }
    >
      <AuditPanel filters={{ account: accountId }} hides={['account']} />
    </Section>
  );
}

function Subtitle({ account, planTitle }: { account: AccountOverview; planTitle: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <a href={`mailto:${encodeURIComponent(account.email)}`} className="wrap-anywhere hover:text-ink">
        {account.email}
      </a>
      <Badge>{planTitle ?? account.plan}</Badge>
      {account.deletion ? <Badge tone="bad">Deleted</Badge> : account.suspended && <Badge tone="bad">Suspended</Badge>}
      <Id>{account.id}</Id>
    </div>
  );
}
