// The webhooks of a customer, managed on the customer's behalf. What stands before the list is webhook-dialogs.tsx.
import { useState } from 'react';
import type { AccountOverview } from '../../../../src/accounts/queries.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import type { WebhookOverview } from '../../../../src/webhooks/queries.ts';
import { pauseWebhook, testWebhook } from '../../api/operator-accounts.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge, StatusDot } from '../../kit/display/badge.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { tellProblem, toast } from '../../kit/overlay/toast.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { filterWords, fromRecord } from '../filters/hook-filters.ts';
import { pauseReasons } from '../webhooks/webhook-state.ts';
import { type OpenWebhookDialog, WebhookDialogs } from './webhook-dialogs.tsx';

type WebhooksProps = {
  account: AccountOverview;
  plan: PlanRecord | undefined;
  /** What useApi gives. */
  webhooks: { data?: { webhooks: WebhookOverview[] }; error?: unknown; mutate: () => Promise<unknown> };
};

export function AccountWebhooks({ account, plan, webhooks }: WebhooksProps) {
  const [open, setOpen] = useState<OpenWebhookDialog>();
  const hasNone = plan && !plan.features.includes('webhooks');
  return (
    <Section
      title="Webhooks"
      actions={
        <>
          <ApiCall call={{ path: '/operator/webhooks', query: { account: account.id }, isOperator: true }} />
          <LinkButton href={`/console/deliveries?account=${account.id}`}>Deliveries</LinkButton>
          <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'create' })}>
            Create webhook
          </Button>
        </>
      }
    >
      {hasNone && (
        <Banner tone="neutral" title={`${plan.title} does not include webhooks`}>
          New hooks are announced to none of them until the plan does.
        </Banner>
      )}
      <Load from={webhooks} skeleton={<Skeleton className="h-32 w-full" />}>
        {({ webhooks: found }) =>
          found.length === 0 ? (
            <EmptyState title="No webhook yet">An account has five at most.</EmptyState>
          ) : (
            <ul aria-label="Webhooks" className="divide-y rounded-md border bg-surface">
              {found.map((webhook) => (
                <WebhookRow
                  key={webhook.webhook_id}
                  webhook={webhook}
                  onOpen={(what) => setOpen({ what, webhook })}
                  onChanged={() => webhooks.mutate()}
                />
              ))}
            </ul>
          )
        }
      </Load>
      <WebhookDialogs
        open={open}
        accountId={account.id}
        onClose={() => setOpen(undefined)}
        onChanged={() => webhooks.mutate()}
      />
    </Section>
  );
}

type RowProps = {
  webhook: WebhookOverview;
  onOpen: (what: 'resume' | 'rotate' | 'delete') => void;
  onChanged: () => Promise<unknown>;
};

function WebhookRow({ webhook, onOpen, onChanged }: RowProps) {
  const { webhook_id: id, status, webhook_url, description } = webhook;
  const isPaused = status === 'paused';
  const pause = () => pauseWebhook(id).then(onChanged, tellProblem);
  const test = () =>
    testWebhook(id).then(() => toast('A test is on its way. What became of it stands in the deliveries.'), tellProblem);
  const deliveries = `/console/deliveries?webhook=${id}`;
  return (
    <li data-row tabIndex={-1} className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <div className="stack min-w-0 flex-1 basis-56 gap-1.5">
        <span className="font-medium wrap-anywhere">{description ?? webhook_url}</span>
        {description && <code className="font-mono text-xs text-muted wrap-anywhere">{webhook_url}</code>}
        <State webhook={webhook} />
        <Filters filters={webhook.filters} />
      </div>
      <div className="flex items-center gap-2">
        {isPaused && (
          <Button small icon="play" onClick={() => onOpen('resume')}>
            Resume…
          </Button>
        )}
        <Menu
          label={`Actions for ${description ?? webhook_url}`}
          items={[
            { label: 'Deliveries', icon: 'send', href: deliveries },
            { label: 'Send a test', icon: 'play', onSelect: test },
            ...(isPaused ? [] : [{ label: 'Pause', icon: 'pause' as const, onSelect: pause }]),
            { label: 'Rotate secret…', icon: 'refresh', onSelect: () => onOpen('rotate') },
            'separator',
            { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => onOpen('delete') },
          ]}
        />
      </div>
    </li>
  );
}

function State({
  webhook: { status, paused_by, paused_at, backlog, previous_secret_until, created_at },
}: Pick<RowProps, 'webhook'>) {
  const isBroken = paused_by === 'failures' || paused_by === 'gone';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <StatusDot tone={status === 'active' ? 'good' : isBroken ? 'bad' : 'warn'}>
        {status === 'active' ? 'active' : 'paused'}
      </StatusDot>
      {paused_by && (
        <span>
          {pauseReasons[paused_by]}
          {paused_at && (
            <>
              , <Time at={paused_at} />
            </>
          )}
        </span>
      )}
      {backlog > 0 && (
        <span>
          {formatNumber(backlog)} {backlog === 1 ? 'delivery waits' : 'deliveries wait'}
        </span>
      )}
      {previous_secret_until && Date.parse(previous_secret_until) > Date.now() && (
        <span>
          the old secret signs too, until <Time at={previous_secret_until} />
        </span>
      )}
      <span>
        created <Time at={created_at} />
      </span>
    </div>
  );
}

function Filters({ filters }: { filters: WebhookOverview['filters'] }) {
  const chips = filterWords(fromRecord(filters));
  if (chips.length === 0) return <p className="text-xs text-muted">Every new hook</p>;
  return (
    <div className="flex flex-wrap gap-1">
      {chips.map(({ name, words }) => (
        <Badge key={`${name} ${words}`}>{words}</Badge>
      ))}
    </div>
  );
}
