// Standing: views of hooks like a line as median and quartiles on an axis from zero, or a note that there are too few hooks.
import { Stat } from '../../kit/display/card.tsx';
import { formatCompact, plural } from '../../kit/page/format.ts';
import { type Figures, groupText } from './check-text.ts';

/** `wider` is shown where the group itself has too few hooks. */
export function Standing({ standing }: { standing: Figures & { wider: Figures | null } }) {
  const figures = standing.wider ?? standing;
  const { p25_views: from, median_views: middle, p75_views: to } = figures;
  if (from === null || middle === null || to === null) return `${groupText(figures)}: too few to compare views.`;
  const at = (views: number) => `${(views / Math.max(1, to * 1.15)) * 100}%`;
  return (
    <div className="stack gap-3">
      <div className="grid grid-cols-3 gap-4">
        <Stat label="1 in 4 has less than" value={<Views value={from} />} />
        <Stat label="Half have more than" value={<Views value={middle} />} />
        <Stat label="1 in 4 has more than" value={<Views value={to} />} />
      </div>
      <div aria-hidden="true" className="relative h-2 overflow-hidden rounded-full bg-line">
        <div className="absolute inset-y-0 bg-coral/45" style={{ left: at(from), width: at(to - from) }} />
        <div className="absolute inset-y-0 w-0.5 bg-accent" style={{ left: at(middle) }} />
      </div>
      <p className="text-muted">{groupText(figures)}</p>
    </div>
  );
}

function Views({ value }: { value: number }) {
  return <span title={plural(value, 'view')}>{formatCompact(value)}</span>;
}
