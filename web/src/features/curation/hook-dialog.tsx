// HookDialog: one hook next to the list, with its origin, editable labels, and the actions of its state.
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { changeHook, type HookChange, type HookDecision, hooksPath } from '../../api/curation.ts';
import type { ExplainedHook, ReviewedHook } from '../../api/openapi.ts';
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
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { capitalized, formatNumber } from '../../kit/page/format.ts';
import { describeOrigin, textMethods } from '../../kit/page/label-origin.ts';
import { Load } from '../../kit/page/load.tsx';
import { hookHref } from '../bulk/hook-query.ts';
import { retiredBy, reviewReasons, stateTones } from '../bulk/hook-state.ts';
import { fieldTitles, type LabelField, labelFields } from '../bulk/label-fields.ts';
import { LabelReasons } from '../hooks/label-reasons.tsx';
import { HookForm } from './hook-form.tsx';
import { HookClaims, HookSourceRecords } from './source-records.tsx';
import { TakedownDialog } from './takedown-dialog.tsx';

type HookDialogProps = { id: string; onClose: () => void; onChanged: () => void };

export function HookDialog({ id, onClose, onChanged }: HookDialogProps) {
  const response = useApi<ExplainedHook>(`${hooksPath}/${encodeURIComponent(id)}`);
  const change = async (body: HookChange & HookDecision) => {
    await changeHook(id, body).catch(async (thrown) => {
      // The state may have changed in the meantime, so show the current one.
      if (body.from) await response.mutate();
      throw thrown;
    });
    await decided();
  };
  const decided = async () => {
    await response.mutate();
    onChanged();
  };
  return (
    <Dialog isOpen side onClose={onClose} title="Hook">
      <Load from={response} skeleton={<Skeleton className="h-120 w-full" />}>
        {(hook) => (
          <div className="stack gap-5">
            <div data-focus tabIndex={-1} className="stack gap-2 outline-none">
              <p className="text-lg font-medium">
                <HookText whole>{hook.text}</HookText>
              </p>
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={stateTones[hook.state]}>{capitalized(hook.state)}</Badge>
                <Id>{hook.id}</Id>
              </span>
            </div>
            <StateActions hook={hook} onChange={change} />
            <HookClaims hook={hook} onDecided={decided} />
            {hook.retired_by !== 'takedown' && (
              <>
                <HookForm key={hook.updated_at} hook={hook} onSave={change} />
                <Facts facts={factsOf(hook)} />
                <TakeDown hook={hook} onDone={() => Promise.all([response.mutate(), onChanged()])} />
              </>
            )}
          </div>
        )}
      </Load>
    </Dialog>
  );
}

function TakeDown({ hook, onDone }: { hook: ReviewedHook; onDone: () => unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2 border-t pt-4">
      <p className="mr-auto text-muted">Must its content be deleted permanently?</p>
      <Button icon="trash" onClick={() => setOpen(true)}>
        Take down…
      </Button>
      {isOpen && <TakedownDialog hook={hook} onClose={() => setOpen(false)} onDone={onDone} />}
    </div>
  );
}

type StateActionsProps = { hook: ReviewedHook; onChange: (body: HookDecision) => Promise<void> };
type State = ReviewedHook['state'];

const stateTexts: Record<State, string> = {
  published: 'Visible to clients.',
  pending: 'Pending review. Not visible to clients.',
  rejected: 'Never visible to clients.',
  retired: 'Removed. Clients get 410.',
};

/** State changes without confirmation. Retiring asks for one. */
const moves: Partial<Record<State, readonly [text: string, to: State][]>> = {
  pending: [
    ['Reject', 'rejected'],
    ['Accept', 'published'],
  ],
  rejected: [['Reopen', 'pending']],
  retired: [['Publish again', 'published']],
};

const takenDownText = 'Content deleted permanently. Clients get 410, and imports can’t restore it.';

function StateActions({ hook, onChange }: StateActionsProps) {
  const [busy, setBusy] = useState<State>();
  const [isRetiring, setRetiring] = useState(false);
  const change = async (state: State, from: State) => {
    await onChange({ state, from });
    // Clients may have a published hook, so it does not return to review.
    const isFinal = from === 'pending' && state === 'published';
    const undo = () => void change(from, state).catch(toastError);
    toast(
      `Hook ${state === 'pending' ? 'returned to review' : state}.`,
      'good',
      ...(isFinal ? [] : [['Undo', undo] as const]),
    );
  };
  const to = (state: State) => async () => {
    setBusy(state);
    await change(state, hook.state).catch(toastError);
    setBusy(undefined);
  };
  const isGone = hook.retired_by === 'takedown';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="min-w-40 flex-1 text-muted">{isGone ? takenDownText : stateTexts[hook.state]}</p>
      {!isGone &&
        hook.merged_into === null &&
        moves[hook.state]?.map(([text, state]) => (
          <Button
            key={text}
            kind={text === 'Accept' ? 'primary' : 'secondary'}
            busy={busy === state}
            onClick={to(state)}
          >
            {text}
          </Button>
        ))}
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
        onConfirm={() => change('retired', 'published')}
      >
        <HookText>{hook.text}</HookText>
        <p>
          The hook is removed from lists, search and new exports. GET /hooks/{hook.id} returns 410 and GET /changes
          lists the removal; webhooks aren’t notified. Imports won’t restore it, but you can publish it again here.
        </p>
      </ConfirmDialog>
    </div>
  );
}

const unknown = 'Unknown';

/** Absent facts are left out. */
const given = (facts: Record<string, ReactNode>) =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

function textFacts(hook: ReviewedHook) {
  const { review_reason, raw_text, text_method, series_part, given_labels, merged_into } = hook;
  const labels = Object.entries(given_labels).map(([field, label]) => `${field.replaceAll('_', ' ')}: “${label}”`);
  return given({
    'Merged into': merged_into && <Link href={hookHref(merged_into)}>{merged_into}</Link>,
    'Reason for review': review_reason && reviewReasons[review_reason],
    Text: text_method && textMethods[text_method],
    'Source text': raw_text && (
      <span dir="auto" className="whitespace-pre-line [unicode-bidi:isolate]">
        {raw_text}
      </span>
    ),
    'Part of a series': series_part,
    'Source labels': labels.join(', '),
  });
}

function originOf({ labels, why, ...hook }: ExplainedHook, field: LabelField) {
  const origin = describeOrigin(labels[field]);
  if (origin === '' || field === 'format') return origin;
  return (
    <>
      {origin}
      <LabelReasons value={hook[field]} reasons={why[field]} hookHref={hookHref} />
    </>
  );
}

function factsOf(hook: ExplainedHook) {
  const { import_id, source, source_url } = hook;
  return {
    ...textFacts(hook),
    Views: <Count value={hook.views} unit="views" />,
    'Views counted': hook.views_captured_at ? <Time at={hook.views_captured_at} /> : unknown,
    Likes: hook.likes === null ? unknown : formatNumber(hook.likes),
    Creator: hook.creator ?? unknown,
    Video: source_url ? (
      <a href={source_url} target="_blank" rel="noreferrer noopener" className="underline underline-offset-2">
        {source_url}
      </a>
    ) : (
      unknown
    ),
    ...given({ 'Video key': hook.video_key && <Id>{hook.video_key}</Id> }),
    ...given(Object.fromEntries(labelFields.map((field) => [`${fieldTitles[field]} by`, originOf(hook, field)]))),
    Source: (
      <LinkButton small href={`/console/hooks?source=${encodeURIComponent(source)}`}>
        {source.length > 30 ? `${source.slice(0, 30)}…` : source}
      </LinkButton>
    ),
    ...(hook.holders.length > 1 ? { 'Views by source': <HookSourceRecords holders={hook.holders} /> } : {}),
    Import: import_id ? (
      <LinkButton small href={`/console/imports?import=${import_id}`}>
        View import
      </LinkButton>
    ) : (
      unknown
    ),
    Added: <Time at={hook.added_at} />,
    Updated: <Time at={hook.updated_at} />,
    ...given({
      'Edited by a curator': hook.curated_at && <Time at={hook.curated_at} />,
      Video: hook.source_state === 'unavailable' ? 'No longer available' : null,
      'Why retired': hook.retired_by && retiredBy[hook.retired_by],
    }),
  };
}
