// DeliveryView: one delivery as it was sent, and every attempt with its answer. What receivers answer is shown as text.
import type { Attempt, Delivery, DeliveryDetail } from '@hookline/sdk';
import { type ReactNode, useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { getDelivery } from '../api/webhooks.ts';
import { ApiCall } from '../kit/api-call.tsx';
import { StatusDot } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Facts } from '../kit/card.tsx';
import { Code, Id } from '../kit/code.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { formatBytes, formatMoment, formatMs } from '../kit/format.ts';
import { Load } from '../kit/load.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { Time } from '../kit/time.tsx';
import { contentOf } from './webhook-state.ts';

type DeliveryViewProps = {
  webhookId: string;
  deliveryId: string;
  onReplay: (delivery: Delivery) => Promise<unknown>;
};

const tones = { pending: 'accent', delivered: 'good', failed: 'bad', skipped: 'neutral' } as const;

export function DeliveryView({ webhookId, deliveryId, onReplay }: DeliveryViewProps) {
  const found = useApi<DeliveryDetail>(
    ['webhooks', webhookId, 'deliveries', deliveryId],
    () => getDelivery(webhookId, deliveryId),
    { refreshSeconds: 3 },
  );
  return (
    <Load from={found} skeleton={<Skeleton className="h-96 w-full" />}>
      {(delivery) => (
        <div className="stack gap-5">
          <Summary delivery={delivery} />
          <div className="flex flex-wrap items-center gap-2">
            <ReplayButton delivery={delivery} onReplay={onReplay} />
            <CopyButton text={() => location.href} label="Copy link" withWords />
            <span className="ml-auto">
              <ApiCall call={{ path: `/webhooks/${webhookId}/deliveries/${deliveryId}` }} />
            </span>
          </div>
          <Attempts log={delivery.log} />
          <Request delivery={delivery} />
        </div>
      )}
    </Load>
  );
}

function Summary({ delivery }: { delivery: DeliveryDetail }) {
  const { status, kind, delivery_id, message_id, created_at, settled_at, next_attempt_at } = delivery;
  return (
    <Facts
      facts={{
        State: <StatusDot tone={tones[status]}>{status}</StatusDot>,
        Content: kind === 'replay' ? `${contentOf(delivery)}, sent again` : contentOf(delivery),
        Delivery: <Id>{delivery_id}</Id>,
        'webhook-id': <Id>{message_id}</Id>,
        Created: formatMoment(created_at),
        ...(settled_at ? { Settled: formatMoment(settled_at) } : {}),
        ...(next_attempt_at ? { 'Next attempt': <Time at={next_attempt_at} /> } : {}),
      }}
    />
  );
}

function ReplayButton({ delivery, onReplay }: { delivery: Delivery } & Pick<DeliveryViewProps, 'onReplay'>) {
  const [isBusy, setBusy] = useState(false);
  const isPending = delivery.status === 'pending';
  return (
    <Button
      icon="refresh"
      busy={isBusy}
      disabled={isPending}
      title={isPending ? 'It is being tried anyway' : undefined}
      onClick={() => {
        setBusy(true);
        void onReplay(delivery).finally(() => setBusy(false));
      }}
    >
      Replay
    </Button>
  );
}

function Attempts({ log }: { log: readonly Attempt[] }) {
  return (
    <section className="stack gap-2">
      <h3 className="font-medium">Attempts</h3>
      {log.length === 0 && <p className="text-muted">None was made yet.</p>}
      <ol className="stack gap-2">
        {log.toReversed().map((attempt, index) => (
          <li key={attempt.number}>
            <details open={index === 0} className="rounded-md border">
              <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md px-3 py-2 hover:bg-sunken">
                <span className="font-medium">Attempt {attempt.number}</span>
                <StatusDot tone={isSuccess(attempt) ? 'good' : 'bad'}>
                  {attempt.status_code ?? <span className="whitespace-normal wrap-anywhere">{attempt.error}</span>}
                </StatusDot>
                <span className="ml-auto text-xs text-muted">
                  {formatMs(attempt.took_ms)} · {formatMoment(attempt.started_at)}
                </span>
              </summary>
              <AttemptParts attempt={attempt} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function AttemptParts({ attempt: { number, headers, response, error } }: { attempt: Attempt }) {
  return (
    <div className="stack gap-3 border-t p-3">
      {error && <p className="text-bad wrap-anywhere">{error}</p>}
      {response === null ? null : response === '' ? (
        <p className="text-muted">The answer had no body.</p>
      ) : (
        <Titled title="Answer, the first 4 KB">
          <Code label={`Answer to attempt ${number}`} wrap>
            {response}
          </Code>
        </Titled>
      )}
      <Titled title="Headers that were sent">
        <Code label={`Headers of attempt ${number}`} wrap>
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </Code>
      </Titled>
    </div>
  );
}

function Request({ delivery: { request_body: body } }: { delivery: DeliveryDetail }) {
  return (
    <Titled title={`Body, ${formatBytes(new TextEncoder().encode(body).length)}: indented here, copied as it was sent`}>
      <Code label="Body" copied={() => body} wrap>
        {indented(body)}
      </Code>
    </Titled>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack gap-1.5">
      <h4 className="text-xs text-muted">{title}</h4>
      {children}
    </div>
  );
}

function isSuccess({ status_code: code }: Attempt): boolean {
  return code !== null && code >= 200 && code < 300;
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
