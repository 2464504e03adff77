// ReviewCard: the hook under review with its text, origin, reason and labels.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { Card } from '../../kit/display/card.tsx';
import { Count } from '../../kit/display/count.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatWholePercent } from '../../kit/page/format.ts';
import { lowestConfidence } from '../../kit/page/label-origin.ts';
import { reviewReasons } from '../bulk/hook-state.ts';
import { type LabelField, labelFields, valueName } from '../bulk/label-fields.ts';
import { type DuplicateActions, NearDuplicates } from '../bulk/near-duplicates.tsx';
import { ReviewLabel } from './review-label.tsx';

type ReviewCardProps = DuplicateActions & {
  hook: ReviewedHook;
  /** The hook without the edits of this review. */
  loaded: ReviewedHook;
  /** The label that digit keys change. */
  label: LabelField;
  onLabel: (label: LabelField) => void;
  onChoose: (label: LabelField, value: string) => void;
  actions: ReactNode;
  /** Replaces the text. */
  editor: ReactNode;
};

export function ReviewCard({ hook, loaded, label, onLabel, onChoose, actions, editor, ...rest }: ReviewCardProps) {
  return (
    <Card flush>
      <article aria-label="Hook to review" className="stack">
        {actions}
        <div className="stack gap-4 p-4 md:p-6">
          <div className="grid min-h-30 content-center">
            {editor || (
              <h2
                dir="auto"
                aria-live="polite"
                className={`font-semibold whitespace-pre-line wrap-anywhere [unicode-bidi:isolate] ${hook.text.length > 120 ? 'text-title' : 'text-title md:text-display'}`}
              >
                {hook.text}
              </h2>
            )}
            {hook.raw_text !== null && (
              <p dir="auto" className="mt-2 text-muted wrap-anywhere [unicode-bidi:isolate]">
                {hook.raw_text}
              </p>
            )}
          </div>
          <Origin hook={hook} />
          <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">{reasonOf(hook)}</p>
          <NearDuplicates hook={hook} {...rest} />
          <div className="stack gap-5 pt-1">
            {labelFields.map((name) => (
              <ReviewLabel
                key={name}
                name={name}
                {...{ hook, loaded }}
                isFocused={name === label}
                onFocus={() => onLabel(name)}
                onChoose={(value) => onChoose(name, value)}
              />
            ))}
          </div>
        </div>
      </article>
    </Card>
  );
}

const quiet = 'rounded-sm underline decoration-line underline-offset-2 hover:text-ink';

function Origin({ hook }: { hook: ReviewedHook }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      <span className="text-ink">
        <Count value={hook.views} unit="views" />
      </span>
      <span>{labelName(hook.platform)}</span>
      {hook.language && <span>{valueName('language', hook.language)}</span>}
      {hook.creator && <span className="wrap-anywhere">by {hook.creator}</span>}
      <Link href={`/console/hooks?source=${encodeURIComponent(hook.source)}`} className={`${quiet} wrap-anywhere`}>
        from {hook.source}
      </Link>
      {hook.import_id && (
        <Link href={`/console/imports?import=${hook.import_id}`} className={quiet}>
          imported <Time at={hook.added_at} />
        </Link>
      )}
      {hook.source_url && (
        <a href={hook.source_url} target="_blank" rel="noreferrer noopener" className={quiet}>
          Open video
        </a>
      )}
    </p>
  );
}

function reasonOf({ review, labels }: ReviewedHook): string {
  if (review?.reason === 'unknown_label') return 'Unknown source label, replaced by a guess.';
  if (review && review.reason !== 'low_confidence') return `${reviewReasons[review.reason]}.`;
  if (labels.method === 'curator') return 'Labels were set. Accept the hook to publish it.';
  const confidence = lowestConfidence(labels);
  if (confidence === 0) return 'A label could not be guessed.';
  return `A label is unsure: ${formatWholePercent(confidence)} likely to be right.`;
}
