// RequestList: key requests with use case, expected calls against the plans, and other requests and accounts of the email.
import { Link } from 'wouter';
import type { KeyRequestOverview, Plan } from '../../api/openapi.ts';
import { fittingPlan, limitText, monthlyCalls } from '../../api/plan-text.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { capitalized, formatNumber, formatPercent, plural } from '../../kit/page/format.ts';
import { approveText, changeText } from './request-text.ts';

type RequestListProps = {
  requests: readonly KeyRequestOverview[];
  plans: readonly Plan[];
  onDecide: (type: 'approve' | 'decline', request: KeyRequestOverview) => void;
};

export function RequestList({ requests, plans, onDecide }: RequestListProps) {
  return (
    <ul aria-label="Requests" className="divide-y rounded-md border bg-surface">
      {requests.map((request) => (
        <li
          key={request.id}
          id={request.id}
          data-row={request.id}
          tabIndex={-1}
          aria-label={`${request.name}, ${request.email}`}
          className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4"
        >
          <div className="stack min-w-0 flex-1 basis-80 gap-2">
            <Applicant request={request} />
            <Change request={request} plans={plans} />
            <p dir="auto" className="max-w-180 whitespace-pre-line wrap-anywhere">
              {request.use_case}
            </p>
            {request.kind !== 'reactivation' && <PlanFit request={request} plans={plans} />}
            <SameEmail request={request} />
          </div>
          {request.state === 'pending' ? (
            <div className="flex gap-2">
              <Button small icon="check" aria-keyshortcuts="a" onClick={() => onDecide('approve', request)}>
                {approveText(request, plans)}…
              </Button>
              <Button small kind="ghost" aria-keyshortcuts="d" onClick={() => onDecide('decline', request)}>
                Decline…
              </Button>
            </div>
          ) : (
            <Decision request={request} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Applicant({ request: { kind, name, email, account_id, created_at } }: { request: KeyRequestOverview }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span dir="auto" className="font-semibold wrap-anywhere [unicode-bidi:isolate]">
        {kind === 'key' ? (
          name
        ) : (
          <Link href={`/console/accounts/${account_id}`} className="underline hover:text-accent">
            {name}
          </Link>
        )}
      </span>
      <a href={`mailto:${encodeURIComponent(email)}`} className="text-muted wrap-anywhere hover:text-ink">
        {email}
      </a>
      <span className="text-xs text-faint">
        requested <Time at={created_at} />
      </span>
    </div>
  );
}

/** “Pro → Scale”, for the request of an account. */
function Change({ request, plans }: PlanFitProps) {
  const text = changeText(request, plans);
  return (
    text && (
      <p>
        <Badge tone="warn">{text}</Badge>
      </p>
    )
  );
}

/** The requested plan, and the cheapest plan that fits the expected calls. */
type PlanFitProps = { request: KeyRequestOverview; plans: readonly Plan[] };

function PlanFit({ request: { kind, plan, expected_calls_per_month: calls }, plans }: PlanFitProps) {
  const asked = kind === 'key' ? plans.find(({ name }) => name === plan) : undefined;
  if (calls === null) return null;
  const suggested = fittingPlan(plans, calls);
  const share = suggested ? calls / monthlyCalls(suggested) : 0;
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <span>
        <span className="text-base font-medium text-ink">{formatNumber(calls)}</span> expected{' '}
        {calls === 1 ? 'call' : 'calls'} a month
      </span>
      {asked && <Badge tone="warn">Requests {asked.title}</Badge>}
      {suggested && (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <Badge>{suggested.title} is the cheapest that fits</Badge>
          {limitText(suggested)}
          {share > 0 && ` · would use ${formatPercent(share)}`}
        </span>
      )}
    </div>
  );
}

function SameEmail({ request: { kind, same_email } }: { request: KeyRequestOverview }) {
  const { requests, declined, account } = same_email;
  // The account of a plan request is already shown above.
  const shown = kind === 'key' ? account : null;
  if (requests === 0 && !shown) return null;
  const others = plural(requests, 'other request');
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      {kind === 'key' && <Badge tone={declined > 0 || shown?.suspended ? 'warn' : 'neutral'}>Same email</Badge>}
      {shown && (
        <span className="wrap-anywhere">
          Account{' '}
          <Link href={`/console/accounts/${shown.id}`} className="text-ink underline">
            {shown.name}
          </Link>
          , {capitalized(shown.plan)}
          {shown.suspended && ', suspended'}
        </span>
      )}
      {requests > 0 && `${others}${declined > 0 ? `, ${formatNumber(declined)} declined` : ''}`}
    </p>
  );
}

function Decision({ request: { state, decided_at, account_id } }: { request: KeyRequestOverview }) {
  return (
    <div className="grid justify-items-end gap-1 text-xs text-muted max-sm:justify-items-start">
      <Badge tone={state === 'approved' ? 'good' : 'neutral'}>{capitalized(state)}</Badge>
      {decided_at && <Time at={decided_at} />}
      {account_id && (
        <Link href={`/console/accounts/${account_id}`} className="text-ink underline">
          Account
        </Link>
      )}
    </div>
  );
}
