// Floors: how many hooks with guessed labels are published at a floor of confidence, and how many of their labels are right.
import { useState } from 'react';
import type { LabelsReport } from '../../api/openapi.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { formatPercent, formatWholePercent, plural } from '../../kit/page/format.ts';

type Outcome = LabelsReport['outcomes'][number];

export function Floors({ outcomes: [now, ...others] }: { outcomes: readonly Outcome[] }) {
  const [at, setAt] = useState(() => nearestTo(now, others));
  const chosen = others[at];
  if (now === undefined || chosen === undefined || now.hooks === 0) return null;
  return (
    <Section
      title="What is published"
      description="A hook is published at once if its labels are certain enough. A lower limit publishes more hooks, and more wrong labels."
    >
      <Card>
        <div className="stack gap-3">
          <p>
            <span className="font-medium">Current: {outcomeText(now)}.</span>{' '}
            <span className="text-muted">Of the newest {plural(now.hooks, 'hook')} with guessed labels.</span>
          </p>
          <label className="flex items-center gap-3">
            <span className="w-40 shrink-0">If at least {formatPercent(chosen.floor ?? 0)} sure</span>
            <input
              type="range"
              className="w-full max-w-88 accent-(--color-accent)"
              max={others.length - 1}
              value={at}
              onChange={(event) => setAt(Number(event.target.value))}
              aria-valuetext={`${formatPercent(chosen.floor ?? 0)}: ${outcomeText(chosen)}`}
            />
          </label>
          <p>
            {outcomeText(chosen)}. For comparison only:{' '}
            <a href="/docs/labels#when-a-hook-is-published">the limit is set in the configuration</a>.
          </p>
        </div>
      </Card>
    </Section>
  );
}

function nearestTo(now: Outcome | undefined, others: readonly Outcome[]): number {
  const distances = others.map(({ published }) => Math.abs(published - (now?.published ?? 0)));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** “28% published, about 86% of their labels right”. */
function outcomeText({ hooks, published, right }: Outcome): string {
  const share = `${formatWholePercent(published / hooks)} published`;
  return right === null ? share : `${share}, about ${formatWholePercent(right)} of their labels right`;
}
