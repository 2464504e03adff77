// Problem: what happened, what to do about it, the request to name in a report, and another try.
import { HooklineError } from '@hookline/sdk';
import { Icon } from '../display/icons.tsx';
import { Button, LinkButton } from '../forms/button.tsx';
import { CopyButton } from '../forms/copy-button.tsx';
import { withSuggestion } from '../forms/form-context.ts';
import { describeError } from './describe-error.ts';
import { formatUntil } from './format.ts';

export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail } = describeError(error);
  const refusal = error instanceof HooklineError ? error : undefined;
  const way = refusal && wayOut(refusal, location);
  return (
    <div
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-2.5 rounded-md border border-bad/30 bg-bad-soft p-3"
    >
      <Icon name="warn" className="mt-0.5 text-bad" />
      <div className="stack min-w-0 flex-1 gap-1">
        <p className="font-medium">{title}</p>
        {detail && <p className="text-muted wrap-anywhere">{detail}</p>}
        {refusal && refusal.errors.length > 1 && (
          <ul className="list-disc pl-4 text-muted">
            {refusal.errors.map((fault) => (
              <li key={`${fault.pointer ?? fault.parameter}${fault.detail}`}>{withSuggestion(fault)}</li>
            ))}
          </ul>
        )}
        {refusal?.resetsAt && <p className="text-muted">Try again {formatUntil(refusal.resetsAt.getTime())}.</p>}
        {refusal?.requestId && (
          <p className="flex items-center gap-1 text-xs text-muted">
            Request <code className="font-mono">{refusal.requestId}</code>
            <CopyButton text={refusal.requestId} label="Copy the request id" />
          </p>
        )}
      </div>
      {way ? (
        <LinkButton small href={way.href}>
          {way.words}
        </LinkButton>
      ) : (
        onRetry && (
          <Button small icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )
      )}
    </div>
  );
}

/** Where another try would be refused too, and a page helps. */
function wayOut({ status, code }: HooklineError, { pathname, search }: Location) {
  if (status === 401 && pathname !== '/sign-in')
    return { words: 'Sign in', href: `/sign-in?next=${encodeURIComponent(pathname + search)}` };
  if (code === 'account_suspended' && pathname.startsWith('/dashboard'))
    return { words: 'Ask to reopen it', href: '/dashboard/plan?ask=reopen' };
}
