// AccountWebhooks: a customer's webhooks in the console, managed on the customer's behalf.
import { useState } from 'react';
import type { AccountOverview, Plan, WebhookOverview } from '../../api/openapi.ts';
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
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { filterTexts } from '../filters/filter-text.ts';
import { fromRecord } from '../filters/hook-filters.ts';
import { backlogText, maxWebhooks, pauseReasons } from '../webhooks/webhook-state.ts';
import { type OpenWebhookDialog, WebhookDialogs } from './dialogs/webhook-dialogs.tsx';

type WebhooksProps = {
  account: AccountOverview;
  plan: Plan | undefined;
  /** The result of useApi. */
  webhooks: { data?: { webhooks: WebhookOverview[] }; error?: unknown; mutate: () => Promise<unknown> };
};

export function AccountWebhooks({ account, plan, webhooks }: WebhooksProps) {
  const [open, setOpen] = useState<OpenWebhookDialog>();
  const isLocked = plan && !plan.features.includes('webhooks');
  return (
    <Section
      title="Webhooks"
      actions={
        <>
          <ApiCall call={{ path: '/operator/webhooks', query: { account: account.id }, isOperator: true }} />
          <LinkButton href={`/console/deliveries?account=${account.id}`}>Deliveries</LinkButton>
          <Button kind="primary" icon="plus" onClick={() => setOpen({ type: 'create' })}>
            Create webhook
          </Button>
        </>
      }
    >
      {isLocked && (
        <Banner tone="neutral" title={`${plan.title} doesn’t include webhooks`}>
          Nothing is delivered until the account’s plan includes them.
        </Banner>
      )}
      <Load from={webhooks} skeleton={<Skeleton className="h-32 w-full" />}>
        {({ webhooks: rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No webhooks yet">An account can have up to {maxWebhooks}.</EmptyState>
          ) : (
            <ul aria-label="Webhooks" className="divide-y rounded-md border bg-surface">
              {rows.map((webhook) => (
                <WebhookRow
                  key={webhook.webhook_id}
                  webhook={webhook}
                  onOpen={(type) => setOpen({ type, webhook })}
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
  onOpen: (type: 'resume' | 'rotate' | 'delete') => void;
  onChanged: () => Promise<unknown>;
};

function WebhookRow({ webhook, onOpen, onChanged }: RowProps) {
  const { webhook_id: id, status, webhook_url, description } = webhook;
  const isPaused = status === 'paused';
  const pause = () => pauseWebhook(id).then(onChanged, toastError);
  const test = () => testWebhook(id).then(() => toast('Test sent. See its result under Deliveries.'), toastError);
  const deliveries = `/console/deliveries?webhook=${id}`;
  return (
    <li data-row={id} tabIndex={-1} className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <div className="stack min-w-0 flex-1 basis-56 gap-1.5">
        <span className="font-medium wrap-anywhere">{description ?? webhook_url}</span>
        {description && <code className="font-mono text-xs text-muted wrap-anywhere">{webhook_url}</code>}
        <Status webhook={webhook} />
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
            { label: 'Send test', icon: 'play', onSelect: test },
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

function Status({
  webhook: { status, paused_by, paused_at, backlog, previous_secret_until, created_at },
}: Pick<RowProps, 'webhook'>) {
  const isFailing = paused_by === 'failures' || paused_by === 'gone';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <StatusDot tone={status === 'active' ? 'good' : isFailing ? 'bad' : 'warn'}>{capitalized(status)}</StatusDot>
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
      {backlog > 0 && <span>{backlogText(backlog)}</span>}
      {previous_secret_until && Date.parse(previous_secret_until) > Date.now() && (
        <span>
          old secret expires <Time at={previous_secret_until} />
        </span>
      )}
      <span>
        created <Time at={created_at} />
      </span>
    </div>
  );
}

function Filters({ filters }: { filters: WebhookOverview['filters'] }) {
  const chips = filterTexts(fromRecord(filters));
  if (chips.length === 0) return <p className="text-xs text-muted">All new hooks</p>;
  return (
    <div className="flex flex-wrap gap-1">
      {chips.map(({ name, text }) => (
        <Badge key={`${name} ${text}`}>{text}</Badge>
      ))}
    </div>
  );
}
