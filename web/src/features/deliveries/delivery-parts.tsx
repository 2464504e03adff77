// Parts of a delivery's detail view: the button that sends it, attempts with responses (shown as plain text), request body.
import type { Attempt } from '@hookline/sdk';
import { type ReactNode, useState } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatBytes, formatMoment, formatMs } from '../../kit/page/format.ts';
import type { sendingOf } from '../webhooks/webhook-state.ts';

type SendButtonProps = {
  of: ReturnType<typeof sendingOf>;
  /** Handles its own errors. */
  onSend: () => Promise<unknown>;
};

export function SendButton({ of: { label, icon, reason }, onSend }: SendButtonProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <Button
        icon={icon}
        busy={isBusy}
        disabled={reason !== ''}
        onClick={() => {
          setBusy(true);
          void onSend().finally(() => setBusy(false));
        }}
      >
        {label}
      </Button>
      {reason && <span className="text-xs text-muted">{reason}</span>}
    </>
  );
}

export function Attempts({ log }: { log: readonly Attempt[] }) {
  return (
    <section className="stack gap-2">
      <h3 className="font-medium">Attempts</h3>
      {log.length === 0 && <p className="text-muted">No attempts yet.</p>}
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
              <AttemptDetail attempt={attempt} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function AttemptDetail({ attempt: { number, headers, response, error } }: { attempt: Attempt }) {
  return (
    <div className="stack gap-3 border-t p-3">
      {error && <p className="text-bad wrap-anywhere">{error}</p>}
      {response === null ? null : response === '' ? (
        <p className="text-muted">Empty response body.</p>
      ) : (
        <Titled title="Response, first 4 KB">
          <Code label={`Response to attempt ${number}`} wrap>
            {response}
          </Code>
        </Titled>
      )}
      <Titled title="Request headers">
        <Code label={`Request headers of attempt ${number}`} wrap>
          {Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </Code>
      </Titled>
    </div>
  );
}

export function RequestBody({ body }: { body: string }) {
  if (body === '')
    return (
      <Titled title="Request body">
        <p className="text-muted">Not stored, since the delivery was skipped.</p>
      </Titled>
    );
  return (
    <Titled
      title={`Request body, ${formatBytes(new TextEncoder().encode(body).length)}. Formatted; copies the raw body.`}
    >
      <Code label="Request body" copied={() => body} wrap>
        {formatJson(body)}
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

/** Returns the body unchanged if it is not JSON. */
function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
