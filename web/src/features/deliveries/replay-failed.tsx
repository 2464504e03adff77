// ReplayFailed: an operator replays the failed deliveries of a time range, of all accounts or of the filtered one.
import { useState } from 'react';
import { Link } from 'wouter';
import { request } from '../../api/client.ts';
import type { ReplayedDeliveries, WebhookOverview } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, ButtonRow } from '../../kit/forms/button.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { pausedPath } from './paused-webhooks.tsx';
import { RangeFields, useRange } from './replay-range.tsx';
import { failedText, pausedText } from './replay-text.ts';

const path = '/operator/deliveries/replay';

type ReplayFailedProps = {
  account: string | undefined;
  webhook: string | undefined;
  onClose: () => void;
  onReplayed: () => void;
};

export function ReplayFailed({ account, webhook, onClose, onReplayed }: ReplayFailedProps) {
  const range = useRange('1');
  const [done, setDone] = useState<ReplayedDeliveries>();
  const body = range.period?.since !== undefined ? { ...range.period, account, webhook } : undefined;
  const found = useApi<ReplayedDeliveries>(body ? [path, body] : null, () =>
    request('POST', path, { body: { ...body, dry_run: true } }),
  );
  if (done)
    return (
      <div className="stack gap-4">
        <p>Replaying {failedText(done.deliveries, countReplayed(done))}.</p>
        <Webhooks of={done} />
        <Paused account={account} webhook={webhook} />
        <ButtonRow>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </ButtonRow>
      </div>
    );
  const submit = async () => {
    if (!body) return;
    setDone(await request<ReplayedDeliveries>('POST', path, { body }));
    onReplayed();
  };
  return (
    <Form onSubmit={submit} label="Replay failed deliveries">
      <p className="text-muted">
        Sends failed deliveries again, {webhook || account ? 'of the webhooks in the filter' : 'of all accounts'}.
        Deliveries already replayed successfully are skipped. Each account’s limits apply.
      </p>
      <RangeFields range={range} />
      {body && (
        <Load from={found} skeleton={<Skeleton className="h-5 w-60" />}>
          {(counted) => (
            <div className="stack gap-2">
              <p aria-live="polite">
                {counted.deliveries === 0
                  ? 'No failures in this time range.'
                  : `${failedText(counted.deliveries, counted.webhooks.length)}.`}
              </p>
              <Webhooks of={counted} />
            </div>
          )}
        </Load>
      )}
      <Paused account={account} webhook={webhook} />
      <FormActions submit="Replay failed" disabled={!body || !found.data?.deliveries} onCancel={onClose}>
        {!body && <span className="text-xs text-muted">Enter when the range starts.</span>}
        {body && (
          <span className="ml-auto">
            <ApiCall call={{ method: 'POST', path, body, isOperator: true }} title="Replay with the API" />
          </span>
        )}
      </FormActions>
    </Form>
  );
}

/** Pending deliveries, which a replay leaves out since they have not failed. Renders nothing without any. */
function Paused({ account, webhook }: Pick<ReplayFailedProps, 'account' | 'webhook'>) {
  const { data } = useApi<{ webhooks: WebhookOverview[] }>(pausedPath);
  const waiting = (data?.webhooks ?? []).filter(
    ({ backlog, account_id, webhook_id }) =>
      backlog > 0 && (!account || account === account_id) && (!webhook || webhook === webhook_id),
  );
  if (waiting.length === 0) return null;
  const deliveries = waiting.reduce((sum, { backlog }) => sum + backlog, 0);
  return (
    <p className="text-warn">
      {pausedText(deliveries, waiting.length)}{' '}
      <Link href="/console/deliveries?status=pending" className="underline underline-offset-2">
        View paused webhooks
      </Link>
    </p>
  );
}

const countReplayed = ({ webhooks }: ReplayedDeliveries) => webhooks.filter(({ error }) => error === null).length;

function Webhooks({ of: { webhooks } }: { of: ReplayedDeliveries }) {
  if (webhooks.length === 0) return null;
  return (
    <ul aria-label="By webhook" className="max-h-60 divide-y overflow-y-auto rounded-md border">
      {webhooks.map(({ webhook_id, account_name, deliveries, error }) => (
        <li key={webhook_id} className="px-3 py-2">
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              {account_name} <span className="font-mono text-xs text-muted">{webhook_id}</span>
            </span>
            {error === null && <span>{formatNumber(deliveries)}</span>}
          </div>
          {error !== null && <p className="text-bad">{error}</p>}
        </li>
      ))}
    </ul>
  );
}
