// WebhookFacts: the settings of a webhook, and until when the previous secret stays valid.
import type { Webhook } from '@hookline/sdk';
import { Id } from '../../kit/code/code.tsx';
import { Card, Facts } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { formatDate } from '../../kit/page/format.ts';
import { FilterChips, WebhookStatus } from './webhook-parts.tsx';
import { backlogText } from './webhook-state.ts';

export function WebhookFacts({ webhook, onEdit }: { webhook: Webhook; onEdit?: () => void }) {
  const { webhook_id, webhook_url, filters, events, backlog, previous_secret_until: until, created_at } = webhook;
  return (
    <Card>
      <div className="flex items-start justify-between gap-4">
        <Facts
          facts={{
            Status: (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                <WebhookStatus of={webhook} />
                {backlog > 0 && <span className="text-muted">{backlogText(backlog)}</span>}
              </span>
            ),
            URL: (
              <span className="inline-flex items-start gap-1">
                <code className="font-mono text-xs leading-5 break-all">{webhook_url}</code>
                <CopyButton text={webhook_url} label="Copy URL" />
              </span>
            ),
            Events: <span className="wrap-anywhere">{events.join(', ')}</span>,
            Filters: <FilterChips filters={filters} />,
            Secret: until ? (
              <span>
                Rotated. The old secret expires <Time at={until} />
              </span>
            ) : (
              <span className="text-muted">whsec_…, shown only once</span>
            ),
            ID: <Id>{webhook_id}</Id>,
            Created: <Time at={created_at} format={formatDate} />,
          }}
        />
        {onEdit && (
          <Button small onClick={onEdit}>
            Edit
          </Button>
        )}
      </div>
    </Card>
  );
}
