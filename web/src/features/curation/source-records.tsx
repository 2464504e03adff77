// Source records of a hook, and their pending view counts.
import { useState } from 'react';
import { mutate } from 'swr';
import { decideClaim, hooksPath, readHooks } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { changeQuery } from '../../kit/page/query-state.ts';

const waiting = { claims: 'waiting', limit: 1 };
const waitingKey = [hooksPath, waiting];

/** Shown while view counts are pending, with a link to their list. */
export function WaitingClaims() {
  const { data } = useApi(waitingKey, () => readHooks(waiting));
  if (!data?.total) return null;
  return (
    <Banner
      title={`${plural(data.total, 'hook has', 'hooks have')} an unlikely view count`}
      action={<Button onClick={() => changeQuery({ claims: 'waiting', state: 'any' })}>Show</Button>}
    >
      A source reports more views than a video can gain. Customers see the previous count.
    </Banner>
  );
}

type SourceRecord = ReviewedHook['holders'][number];
type Decision = 'accept' | 'reject';

export function HookSourceRecords({ holders }: { holders: readonly SourceRecord[] }) {
  return (
    <ul className="stack gap-1">
      {holders.map(({ source, views, source_url, dropped_at }) => (
        <li key={source} className="wrap-anywhere">
          {source}: {views === null ? 'views unknown' : plural(views, 'view')}
          {source_url && `, ${source_url}`}
          {dropped_at && (
            <span className="text-muted">
              , gone since <Time at={dropped_at} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

type HookClaimsProps = { hook: ReviewedHook; onDecided: () => Promise<void> };

export function HookClaims({ hook, onDecided }: HookClaimsProps) {
  return hook.holders
    .filter(({ claim }) => claim?.state === 'waiting')
    .map((holder) => <HookClaim key={holder.source} hook={hook} holder={holder} onDecided={onDecided} />);
}

function HookClaim({ hook, holder, onDecided }: HookClaimsProps & { holder: SourceRecord }) {
  const [busy, setBusy] = useState<Decision>();
  const decide = (decision: Decision) => async () => {
    setBusy(decision);
    await decideClaim(hook.id, holder.source, decision).then(onDecided).catch(toastError);
    await mutate(waitingKey);
    setBusy(undefined);
  };
  return (
    <Banner
      title={`${holder.source} reports ${plural(holder.claim?.views ?? 0, 'view')}`}
      action={
        <span className="flex gap-2">
          <Button busy={busy === 'reject'} onClick={decide('reject')}>
            Reject views
          </Button>
          <Button kind="primary" busy={busy === 'accept'} onClick={decide('accept')}>
            Accept views
          </Button>
        </span>
      }
    >
      This growth is unlikely. Customers see {formatNumber(hook.views)} until you decide.
    </Banner>
  );
}
