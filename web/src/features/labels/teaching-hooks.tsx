// TeachingHooks: waiting hooks whose decision would teach most.
import { useState } from 'react';
import { labelName } from '../../api/label-names.ts';
import type { LabelsReport } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatWholePercent } from '../../kit/page/format.ts';
import { fieldTitles, labelFields } from '../bulk/label-fields.ts';

type TeachingHook = LabelsReport['teaching'][number];

const shownFirst = 6;
const reviewHref = '/console/review?reason=low_confidence&sort=teaching';

export function TeachingHooks({ hooks }: { hooks: readonly TeachingHook[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Section
      title="Hooks that teach most"
      description="The waiting hooks that the model is least certain of. A decision about one helps with similar lines."
      actions={
        hooks.length > 0 && (
          <LinkButton kind="primary" icon="review" href={reviewHref}>
            {hooks.length === 1 ? 'Review this hook' : `Review these ${hooks.length}`}
          </LinkButton>
        )
      }
    >
      {hooks.length === 0 ? (
        <EmptyState title="No uncertain hooks">
          Imported hooks appear here if a guessed label is too uncertain to publish.
        </EmptyState>
      ) : (
        <>
          <ol aria-label="Hooks that teach most" className="divide-y rounded-md border bg-surface">
            {hooks.slice(0, isWhole ? hooks.length : shownFirst).map((hook) => (
              <TeachingHookRow key={hook.id} hook={hook} />
            ))}
          </ol>
          {!isWhole && hooks.length > shownFirst && (
            <div>
              <Button kind="ghost" small onClick={() => setWhole(true)}>
                Show all {hooks.length}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

function TeachingHookRow({ hook: { id, text, source, guesses } }: { hook: TeachingHook }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3">
      <div className="stack min-w-0 flex-1 basis-80 gap-1">
        <HookText>{text}</HookText>
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs text-muted">
          {labelFields.map((label) => {
            const guess = guesses[label];
            return (
              guess && (
                <span key={label} className="whitespace-nowrap">
                  {fieldTitles[label]}: <span className="text-ink">{labelName(guess.value)}</span>
                  {guess.confidence > 0 && ` ${formatWholePercent(guess.confidence)}`}
                </span>
              )
            );
          })}
          <span className="text-faint wrap-anywhere">{source}</span>
        </p>
      </div>
      <LinkButton small href={`${reviewHref}&hook=${id}`}>
        Open
      </LinkButton>
    </li>
  );
}
