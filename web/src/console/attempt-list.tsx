// The attempts of a delivery, the last one first: when, how long, what was answered. Headers and answer are opened.
import type { Attempt } from '../../../src/webhooks/delivery.ts';
import { Badge } from '../kit/badge.tsx';
import { Code } from '../kit/code.tsx';
import { formatMoment, formatMs } from '../kit/format.ts';
import { Time } from '../kit/time.tsx';

export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) return <p className="text-muted">None was made yet.</p>;
  return (
    <ol className="divide-y rounded-md border">
      {attempts.toReversed().map((attempt, at) => (
        <li key={attempt.number}>
          <details open={at === 0} className="group">
            <summary className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 focus-visible:-outline-offset-2">
              <span className="text-muted">#{attempt.number}</span>
              <Answer of={attempt} />
              <span className="ml-auto text-xs text-muted">
                {formatMs(attempt.took_ms)} · <Time at={attempt.started_at} of={formatMoment} />
              </span>
            </summary>
            <div className="stack gap-2 px-3 pb-3">
              <Code label={`Headers of attempt ${attempt.number}`} wrap>
                {Object.entries(attempt.headers)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join('\n')}
              </Code>
              {attempt.response === null ? (
                <p className="text-xs text-muted">No answer came.</p>
              ) : attempt.response === '' ? (
                <p className="text-xs text-muted">The answer had no body.</p>
              ) : (
                <Code label={`Answer to attempt ${attempt.number}`} wrap>
                  {attempt.response}
                </Code>
              )}
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

function Answer({ of: { status_code, error } }: { of: Attempt }) {
  if (status_code === null)
    return (
      <span className="inline-flex min-w-0 items-center gap-2">
        <Badge tone="bad">no answer</Badge>
        <span className="wrap-anywhere">{error}</span>
      </span>
    );
  return <Badge tone={status_code >= 200 && status_code < 300 ? 'good' : 'bad'}>{status_code}</Badge>;
}
