// The parts of an opened delivery: its button, every attempt with its answer, its body. What receivers answer is shown as text.
import type { Attempt, Delivery } from '@hookline/sdk';
import { type ReactNode, useState } from 'react';
import { Code } from '../../kit/code/code.tsx';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatBytes, formatMoment, formatMs } from '../../kit/page/format.ts';

type ReplayButtonProps = {
  delivery: Pick<Delivery, 'status'>;
  /** Tells by itself what went wrong. */
  onReplay: () => Promise<unknown>;
};

export function ReplayButton({ delivery: { status }, onReplay }: ReplayButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const isPending = status === 'pending';
  return (
    <Button
      icon="refresh"
      busy={isBusy}
      disabled={isPending}
      title={isPending ? 'It is being tried anyway' : undefined}
      onClick={() => {
        setBusy(true);
        void onReplay().finally(() => setBusy(false));
      }}
    >
      Replay
    </Button>
  );
}

export function Attempts({ log }: { log: readonly Attempt[] }) {
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
              <AttemptDeps attempt={attempt} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function AttemptDeps({ attempt: { number, headers, response, error } }: { attempt: Attempt }) {
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

export function RequestBody({ body }: { body: string }) {
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
