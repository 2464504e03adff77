// What is wrong with an account now: suspended, a limit nearly used up, webhooks that their receivers stopped.

import type { AccountOverview } from '../../../../src/accounts/queries.ts';
import type { WebhookOverview } from '../../../../src/webhooks/queries.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';
import { backlogText, pauseReasons } from '../webhooks/webhook-state.ts';

const nearlyUsed = 0.8;
const windows = { day: "today's", month: "this month's" } as const;

type WarningsProps = {
  account: AccountOverview;
  webhooks: readonly WebhookOverview[];
  onReopen: () => void;
  onChangeLimits: () => void;
};

export function AccountWarnings({ account, webhooks, onReopen, onChangeLimits }: WarningsProps) {
  const broken = webhooks.filter(({ paused_by }) => paused_by === 'failures' || paused_by === 'gone');
  const tight = account.usage.filter(({ used, limit }) => limit !== null && used >= limit * nearlyUsed);
  if (!account.suspended && tight.length === 0 && broken.length === 0) return null;
  return (
    <div className="stack gap-2">
      {account.suspended && (
        <Banner
          tone="bad"
          title="The account is suspended"
          action={
            <Button small onClick={onReopen}>
              Reopen
            </Button>
          }
        >
          Its keys are refused, and what is published meanwhile is not announced to its webhooks.
        </Banner>
      )}
      {tight.map(({ window, used, limit, resets_at }) => (
        <Banner
          key={window}
          tone={used >= (limit ?? 0) ? 'bad' : 'warn'}
          title={`${formatPercent(used / Math.max(1, limit ?? 1))} of ${windows[window]} calls are used`}
          action={
            <Button small onClick={onChangeLimits}>
              Change limits
            </Button>
          }
        >
          {formatNumber(used)} of {formatNumber(limit ?? 0)}; resets <Time at={resets_at} />.
        </Banner>
      ))}
      {broken.map(({ webhook_id, webhook_url, description, paused_by, paused_at, backlog }) => (
        <Banner
          key={webhook_id}
          title={`The webhook ${description ?? webhook_url} is paused`}
          action={
            <LinkButton small href={`/console/accounts/${account.id}?tab=webhooks`}>
              Resume
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
