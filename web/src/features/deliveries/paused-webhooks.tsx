// PausedWebhooks: resumes paused webhooks of all accounts; webhooks paused by failures are on top.

import { useState } from 'react';
import type { WebhookOverview } from '../../api/openapi.ts';
import { resumeWebhook } from '../../api/operator-accounts.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { changeQuery } from '../../kit/page/query-state.ts';
import { ResumeDialog } from '../webhooks/webhook-resume.tsx';
import { pauseReasons, waitingText } from '../webhooks/webhook-state.ts';

export const pausedPath = '/operator/webhooks?status=paused';

export function PausedWebhooks({ onResumed }: { onResumed: () => void }) {
  const { data, error, mutate } = useApi<{ webhooks: WebhookOverview[] }>(pausedPath, undefined, {
    refreshSeconds: 60,
  });
  const [resuming, setResuming] = useState<WebhookOverview>();
  if (error && !data) return <Problem error={error} onRetry={() => void mutate()} />;
  const byAccount = (data?.webhooks ?? []).toSorted((a, b) => a.account_name.localeCompare(b.account_name));
  const failing = byAccount.filter(({ paused_by }) => paused_by !== 'owner');
  const pausedByOwner = byAccount.filter(({ paused_by }) => paused_by === 'owner');
  return (
    <>
      {failing.length > 0 && (
        <Banner
          tone="bad"
          title={
            failing.length === 1
              ? '1 webhook is paused because it keeps failing'
              : `${plural(failing.length, 'webhook')} are paused because they keep failing`
          }
        >
          <PausedList webhooks={failing} onResume={setResuming} />
        </Banner>
      )}
      {pausedByOwner.length > 0 && (
        <details className="rounded-md border px-3 py-2">
          <summary className="rounded-sm text-muted hover:text-ink">
            {formatNumber(pausedByOwner.length)} paused by owner
          </summary>
          <PausedList webhooks={pausedByOwner} onResume={setResuming} />
        </details>
      )}
      <ResumeDialog
        webhook={resuming}
        resume={resumeWebhook}
        onClose={() => setResuming(undefined)}
        onResumed={() => {
          onResumed();
          void mutate();
        }}
      />
    </>
  );
}

type PausedListProps = { webhooks: readonly WebhookOverview[]; onResume: (webhook: WebhookOverview) => void };

function PausedList({ webhooks, onResume }: PausedListProps) {
  return (
    <ul aria-label="Paused webhooks" className="divide-y">
      {webhooks.map((webhook) => (
        <li key={webhook.webhook_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 last:pb-0">
          <div className="min-w-0 flex-1 basis-70">
            <p className="wrap-anywhere text-ink">
              {webhook.account_name} <span className="text-muted">· {webhook.webhook_url}</span>
            </p>
            <p className="text-xs">
              {pauseReasons[webhook.paused_by ?? 'owner']}
              {webhook.paused_at && (
                <>
                  , <Time at={webhook.paused_at} />
                </>
              )}
              . {waitingText(webhook)}
            </p>
          </div>
          <div className="flex gap-2">
            <Button small onClick={() => changeQuery({ webhook: webhook.webhook_id, account: undefined })}>
              View deliveries
            </Button>
            <Button small icon="play" onClick={() => onResume(webhook)}>
              Resume…
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
