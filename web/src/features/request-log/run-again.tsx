// RunAgain: sends a logged GET request again, with the session in place of the key, and shows the response.

import { type ReactNode, useState } from 'react';
import { accountHeader } from '../../api/client.ts';
import { Code } from '../../kit/code/code.tsx';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatBytes, formatMs } from '../../kit/page/format.ts';
import { statusText } from '../usage/usage-records.ts';
import { toneOf } from './log-query.ts';

type Answer = { status: number; text: string; tookMs: number; requestId: string } | { error: string };

/** Maximum number of characters. A page of 100 full hooks has about 80 kB, which would make the page slow. */
const maxShown = 20_000;

type RunAgainProps = {
  path: string;
  /** Why the call cannot be repeated; '' for operators, who get no reason. */
  whyNot: string | undefined;
  /** Further buttons. */
  children: ReactNode;
};

export function RunAgain({ path, whyNot, children }: RunAgainProps) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const run = async () => {
    setBusy(true);
    setAnswer(await send(path));
    setBusy(false);
  };
  return (
    <section className="stack gap-2" aria-label="Actions">
      <div className="flex flex-wrap items-center gap-2">
        {whyNot === undefined && (
          <Button icon="refresh" busy={isBusy} onClick={() => void run()}>
            Run again
          </Button>
        )}
        {children}
      </div>
      {whyNot !== '' && <p className="text-xs text-muted">{whyNot ?? 'Free: runs with your session.'}</p>}
      <div aria-live="polite" className="stack gap-2">
        {answer && <Shown answer={answer} />}
      </div>
    </section>
  );
}

function Shown({ answer }: { answer: Answer }) {
  if ('error' in answer) return <p className="text-bad">{answer.error}</p>;
  const { status, text, tookMs, requestId } = answer;
  const isCut = text.length > maxShown;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <StatusDot tone={toneOf(status)}>
          {status} {statusText(status).title}
        </StatusDot>
        <span className="text-xs text-muted">
          {formatMs(tookMs)} · {formatBytes(new TextEncoder().encode(text).length)} · {requestId}
          {isCut && ' · first 20,000 characters; copies all'}
        </span>
      </p>
      <Code label="Response now" copied={() => text} wrap>
        {isCut ? text.slice(0, maxShown) : text}
      </Code>
    </>
  );
}

async function send(path: string): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const response = await fetch(path, { cache: 'no-store', headers: accountHeader() });
    const text = formatted(await response.text());
    const requestId = response.headers.get('x-request-id') ?? '';
    return { status: response.status, text, tookMs: performance.now() - startedAt, requestId };
  } catch {
    return { error: 'Can’t reach Hookline. Check your connection and retry.' };
  }
}

/** Returns the text unchanged if it is not JSON. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
