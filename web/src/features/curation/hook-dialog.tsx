// One hook beside the list: what it is, where it comes from, its labels to be changed, and what may be done in its state.
import { useState } from 'react';
import type { ReviewedHook } from '../../../../src/catalog/curation/review.ts';
import { changeHook, type HookChange, hooksPath } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Id } from '../../kit/code/code.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { Count } from '../../kit/display/count.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { tellProblem } from '../../kit/overlay/toast.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { HookForm } from './hook-form.tsx';
import { stateTones } from './hook-state.ts';

type HookDialogProps = { id: string; onClose: () => void; onChanged: () => void };

export function HookDialog({ id, onClose, onChanged }: HookDialogProps) {
  const answer = useApi<ReviewedHook>(`${hooksPath}/${encodeURIComponent(id)}`);
  const change = async (body: HookChange) => {
    await changeHook(id, body).catch(async (thrown) => {
      // Somebody else may have changed the state: it is shown as it is now.
      if (body.from) await answer.mutate();
      throw thrown;
    });
    await answer.mutate();
    onChanged();
  };
  return (
    <Dialog isOpen side onClose={onClose} title="Hook">
      <Load from={answer} skeleton={<Skeleton className="h-120 w-full" />}>
        {(hook) => (
          <div className="stack gap-5">
            <div data-focus tabIndex={-1} className="stack gap-2 outline-none">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={stateTones[hook.state]}>{hook.state}</Badge>
                <Id>{hook.id}</Id>
              </span>
              <p className="text-lg font-medium">
                <HookText whole>{hook.text}</HookText>
              </p>
            </div>
            <StateActions hook={hook} onChange={change} />
            <HookForm key={hook.updated_at} hook={hook} onSave={change} />
            <Facts facts={factsOf(hook)} />
          </div>
        )}
      </Load>
    </Dialog>
  );
}

type StateActionsProps = { hook: ReviewedHook; onChange: (body: HookChange) => Promise<void> };

const explained: Record<ReviewedHook['state'], string> = {
  published: 'Clients see it.',
  pending: 'It waits for review. No client sees it.',
  rejected: 'No client ever saw it.',
  retired: 'Clients are answered 410.',
};

function StateActions({ hook, onChange }: StateActionsProps) {
  const [busy, setBusy] = useState<ReviewedHook['state']>();
  const [isRetiring, setRetiring] = useState(false);
  const to = (state: ReviewedHook['state']) => async () => {
    setBusy(state);
    await onChange({ state, from: hook.state }).catch(tellProblem);
    setBusy(undefined);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-auto text-muted">{explained[hook.state]}</p>
      {hook.state === 'pending' && (
        <>
          <Button busy={busy === 'rejected'} onClick={to('rejected')}>
            Reject
          </Button>
          <Button kind="primary" busy={busy === 'published'} onClick={to('published')}>
            Accept
          </Button>
        </>
      )}
      {hook.state === 'rejected' && (
        <Button busy={busy === 'pending'} onClick={to('pending')}>
          Reopen
        </Button>
      )}
      {hook.state === 'retired' && (
        <Button busy={busy === 'published'} onClick={to('published')}>
          Publish again
        </Button>
      )}
      {hook.state === 'published' && (
        <Button icon="trash" onClick={() => setRetiring(true)}>
          Retire…
        </Button>
      )}
      <ConfirmDialog
        isOpen={isRetiring}
        onClose={() => setRetiring(false)}
        title="Retire hook"
        action="Retire hook"
        onConfirm={() => onChange({ state: 'retired', from: 'published' })}
      >
        <HookText>{hook.text}</HookText>
        <p>
          It leaves lists, search and new exports. GET /hooks/{hook.id} answers 410, and GET /changes tells it to those
          who keep a copy. Webhooks are not told. No import brings it back; it can be published again here.
        </p>
      </ConfirmDialog>
    </div>
  );
}

const methods = { given: 'came with the record', rules: 'the classifier’s', curator: 'a curator’s' } as const;

function factsOf(hook: ReviewedHook) {
  const { labels, import_id, source, source_url } = hook;
  return {
    Views: <Count value={hook.views} unit="views" />,
    'Views of': hook.views_captured_at ? <Time at={hook.views_captured_at} /> : 'an unknown day',
    Likes: hook.likes === null ? 'unknown' : formatNumber(hook.likes),
    Creator: hook.creator ?? 'unknown',
    Video: source_url ? (
      <a href={source_url} target="_blank" rel="noreferrer noopener" className="underline underline-offset-2">
        {source_url}
      </a>
    ) : (
      'unknown'
    ),
    Labels: `${methods[labels.method]}, ${formatPercent(Math.round(labels.confidence * 100) / 100)} sure`,
    Source: (
      <LinkButton small href={`/console/hooks?source=${encodeURIComponent(source)}`}>
        {source.length > 30 ? `${source.slice(0, 30)}…` : source}
      </LinkButton>
    ),
    Import: import_id ? (
      <LinkButton small href={`/console/imports?import=${import_id}`}>
        {import_id}
      </LinkButton>
    ) : (
      'unknown'
    ),
    Added: <Time at={hook.added_at} />,
    Changed: <Time at={hook.updated_at} />,
    ...(hook.retired_by ? { 'Retired by': hook.retired_by === 'curator' ? 'a curator' : 'a snapshot' } : {}),
  };
}
