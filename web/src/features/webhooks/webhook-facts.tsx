// WebhookFacts: what a webhook is set to, and that two secrets sign while they are exchanged.
import type { Webhook } from '@hookline/sdk';
import { Id } from '../../kit/code/code.tsx';
import { Card, Facts } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { formatDate } from '../../kit/page/format.ts';
import { FilterChips, WebhookStatus } from './webhook-parts.tsx';
import { backlogWords } from './webhook-state.ts';

export function WebhookFacts({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const { webhook_id, webhook_url, filters, backlog, previous_secret_until: until, created_at } = webhook;
  return (
    <Card>
      <div className="flex items-start justify-between gap-4">
        <Facts
          facts={{
            State: (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <WebhookStatus of={webhook} />
                {backlog > 0 && <span className="text-muted">{backlogWords(backlog)}</span>}
              </span>
            ),
            URL: (
              <span className="inline-flex items-start gap-1">
                <code className="font-mono text-xs leading-5 break-all">{webhook_url}</code>
                <CopyButton text={webhook_url} label="Copy the URL" />
              </span>
            ),
            Sends: <FilterChips filters={filters} />,
            Secret: until ? (
              <span>
                Rotated: the old one signs too until it ends <Time at={until} />
              </span>
            ) : (
              <span className="text-muted">whsec_…, shown only when it is made</span>
            ),
            Id: <Id>{webhook_id}</Id>,
            Created: <Time at={created_at} of={formatDate} />,
          }}
        />
        <Button small onClick={onEdit}>
          Edit
        </Button>
      </div>
    </Card>
  );
}
