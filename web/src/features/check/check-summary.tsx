// The result of a check, most useful first: the verdict, the nearest hooks, the observations, and the rest folded.
import type { DraftCheck } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Section } from '../../kit/display/card.tsx';

export const nearestShown = 5;

type Summarized = Pick<DraftCheck, 'verdict' | 'observations' | 'sample_data'>;

/** `nearest` renders the nearest hooks, `children` the folded part. */
export function CheckSummary({
  check,
  nearest,
  children,
}: {
  check: Summarized;
  nearest: ReactNode;
  children: ReactNode;
}) {
  const { verdict, observations, sample_data } = check;
  return (
    <div className="stack gap-8">
      <div className="-mb-4">
        <p className="text-lg font-semibold wrap-anywhere">{verdict}</p>
        {sample_data && <p className="text-xs text-muted">Sample data with sample figures.</p>}
      </div>
      {nearest}
      {observations.length > 0 && (
        <Section title="What makes a difference">
          <ul className="divide-y rounded-md border bg-surface">
            {observations.map(({ kind, text }) => (
              <li key={kind} className="px-3 py-2.5">
                {text}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <details className="rounded-md border p-3">
        <summary className="cursor-pointer font-medium">Labels and views</summary>
        <div className="stack gap-8 pt-4">{children}</div>
      </details>
    </div>
  );
}
