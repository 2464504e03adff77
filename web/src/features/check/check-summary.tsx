// The result of a check in the order of need: the verdict, the nearest hooks, what sets the most viewed apart, and the rest in a fold.
import type { DraftCheck, DraftObservation } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Section } from '../../kit/display/card.tsx';
import { formatCompact, formatNumber } from '../../kit/page/format.ts';
import { placeText } from './check-text.ts';

export const nearestShown = 5;

type Summarized = Pick<DraftCheck, 'verdict' | 'observations' | 'compared' | 'top_decile' | 'sample_data'>;

/** `nearest` shows the nearest hooks, `children` what is folded. */
export function CheckSummary({
  check,
  nearest,
  children,
}: {
  check: Summarized;
  nearest: ReactNode;
  children: ReactNode;
}) {
  const { verdict, observations, compared, top_decile: top, sample_data } = check;
  return (
    <div className="stack gap-8">
      <div>
        <p className="text-lg font-semibold wrap-anywhere">{verdict}</p>
        {sample_data && <p className="text-xs text-muted">Sample data: the catalog’s figures are invented.</p>}
      </div>
      {nearest}
      {observations.length > 0 ? (
        <Section title="What sets the most viewed apart">
          <Observations observations={observations} />
        </Section>
      ) : (
        <p className="text-muted">
          {top
            ? 'Nothing we compare sets the most viewed apart by more than chance.'
            : 'There are too few hooks to compare with the most viewed.'}
        </p>
      )}
      <details className="rounded-md border p-3">
        <summary className="cursor-pointer font-medium">Labels, views and all comparisons</summary>
        <div className="stack gap-8 pt-4">
          {children}
          {top && (
            <Section
              title="All comparisons"
              description={`The ${formatNumber(top.n)} most viewed of ${formatNumber(top.all)} hooks${placeText(top)}, with ${formatCompact(top.min_views)} views or more.`}
            >
              <Observations observations={compared} />
            </Section>
          )}
        </div>
      </details>
    </div>
  );
}

function Observations({ observations }: { observations: readonly DraftObservation[] }) {
  return (
    <ul className="divide-y rounded-md border bg-surface">
      {observations.map(({ kind, text }) => (
        <li key={kind} className="px-3 py-2.5">
          {text}
        </li>
      ))}
    </ul>
  );
}
