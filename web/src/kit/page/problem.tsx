// Problem: an error with its detail, request id, and a retry button or a link to fix it.
import { HooklineError } from '@hookline/sdk';
import { Icon } from '../display/icons.tsx';
import { Button, LinkButton } from '../forms/button.tsx';
import { CopyButton } from '../forms/copy-button.tsx';
import { withSuggestion } from '../forms/form-context.ts';
import { describeError } from './describe-error.ts';
import { formatUntil } from './format.ts';
import { useRetryFailed } from './use-retry-failed.ts';

export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail } = describeError(error);
  const retryFailed = useRetryFailed();
  const apiError = error instanceof HooklineError ? error : undefined;
  const fix = apiError && fixLink(apiError, location);
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
        {apiError && apiError.errors.length > 1 && (
          <ul className="list-disc pl-4 text-muted">
            {apiError.errors.map((one) => (
              <li key={`${one.pointer ?? one.parameter}${one.detail}`}>{withSuggestion(one)}</li>
            ))}
          </ul>
        )}
        {apiError?.resetsAt && <p className="text-muted">Retry {formatUntil(apiError.resetsAt.getTime())}.</p>}
        {apiError?.requestId && (
          <p className="flex items-center gap-1 text-xs text-muted">
            Request ID <code className="font-mono">{apiError.requestId}</code>
            <CopyButton text={apiError.requestId} label="Copy request ID" />
          </p>
        )}
      </div>
      {fix ? (
        <LinkButton small href={fix.href}>
          {fix.label}
        </LinkButton>
      ) : (
        onRetry && (
          <Button
            small
            icon="refresh"
            onClick={() => {
              onRetry();
              retryFailed();
            }}
          >
            Retry
          </Button>
        )
      )}
    </div>
  );
}

/** The page to fix the error on, when a retry would fail again. */
function fixLink({ status, code }: HooklineError, { pathname, search }: Location) {
  if (status === 401 && pathname !== '/sign-in')
    return { label: 'Sign in', href: `/sign-in?next=${encodeURIComponent(pathname + search)}` };
  if (code === 'account_suspended' && pathname.startsWith('/dashboard'))
    return { label: 'Request reactivation', href: '/dashboard/plan?ask=reopen' };
}
