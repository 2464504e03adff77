// AccountWarnings: an account's current problems: suspension, quota nearly used up, failing webhooks.
import type { AccountOverview, KeyRequestOverview, Plan, WebhookOverview } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatDate, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { approveText, changeText } from '../requests/request-text.ts';
import { backlogText, pauseReasons } from '../webhooks/webhook-state.ts';

const warningShare = 0.8;
const windows = { day: 'today’s', month: 'this month’s' } as const;

type WarningsProps = {
  account: AccountOverview;
  webhooks: readonly WebhookOverview[];
  /** Pending requests of the account. */
  requests: readonly KeyRequestOverview[];
  plans: readonly Plan[];
  onReactivate: () => void;
  onRestore: () => void;
  onChangeLimits: () => void;
};

export function AccountWarnings(props: WarningsProps) {
  const { account, webhooks, requests, plans, onReactivate, onRestore, onChangeLimits } = props;
  if (account.deletion) return <DeletedBanner deletion={account.deletion} onRestore={onRestore} />;
  const failing = webhooks.filter(({ paused_by }) => paused_by === 'failures' || paused_by === 'gone');
  const nearLimit = account.usage.filter(({ used, limit }) => limit !== null && used >= limit * warningShare);
  if (!account.suspended && nearLimit.length + failing.length + requests.length === 0) return null;
  return (
    <div className="stack gap-2">
      {account.suspended && (
        <Banner
          tone="bad"
          title="This account is suspended"
          action={
            <Button small onClick={onReactivate}>
              Reactivate…
            </Button>
          }
        >
          Its keys are rejected and its webhooks miss new hooks.
        </Banner>
      )}
      {requests.map((request) => (
        <Banner
          key={request.id}
          title={changeText(request, plans) ?? 'Key requested'}
          action={
            <LinkButton small href={`/console/requests?approve=${request.id}`}>
              {approveText(request, plans)}…
            </LinkButton>
          }
        >
          Sent <Time at={request.created_at} />.
        </Banner>
      ))}
      {nearLimit.map(({ window, used, limit, resets_at }) => (
        <Banner
          key={window}
          tone={used >= (limit ?? 0) ? 'bad' : 'warn'}
          title={`${formatPercent(used / Math.max(1, limit ?? 1))} of ${windows[window]} calls used`}
          action={
            <Button small onClick={onChangeLimits}>
              Change limits
            </Button>
          }
        >
          {formatNumber(used)} of {formatNumber(limit ?? 0)} · resets <Time at={resets_at} />
        </Banner>
      ))}
      {failing.map(({ webhook_id, webhook_url, description, paused_by, paused_at, backlog }) => (
        <Banner
          key={webhook_id}
          title={`Webhook ${description ?? webhook_url} is paused`}
          action={
            <LinkButton small href={`/console/accounts/${account.id}?tab=webhooks`}>
              View webhooks
            </LinkButton>
          }
        >
          {pauseReasons[paused_by ?? 'failures']}
          {paused_at && (
            <>
              , <Time at={paused_at} />
            </>
          )}
          . {backlogText(backlog)}.
        </Banner>
      ))}
    </div>
  );
}

type DeletedBannerProps = { deletion: NonNullable<AccountOverview['deletion']>; onRestore: () => void };

function DeletedBanner({ deletion: { deleted_at, erase_after, reason }, onRestore }: DeletedBannerProps) {
  return (
    <Banner
      tone="bad"
      title="This account is deleted"
      action={
        <Button small onClick={onRestore}>
          Restore…
        </Button>
      }
    >
      Deleted <Time at={deleted_at} />
      {reason ? `: “${reason}” ` : '. '}Its keys, webhooks and sign-in are off. Its data is erased on{' '}
      <Time at={erase_after} format={formatDate} />.
    </Banner>
  );
}
