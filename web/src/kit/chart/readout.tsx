// The exact values of one point, above the chart. It names the series, so no legend is needed.
import { fillOf, type Series } from './scale.ts';

type ReadoutProps = {
  point: string;
  series: readonly Series[];
  at: number;
  unit: string;
  format: (value: number) => string;
};

export function Readout({ point, series, at, unit, format }: ReadoutProps) {
  return (
    <figcaption className="flex min-h-5 flex-wrap items-center gap-x-4 text-xs">
      <span className="text-muted">{point}</span>
      {series.map((one, index) => (
        <span key={one.name} className="inline-flex items-center gap-1.5">
          {series.length > 1 && (
            <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
              <rect width="8" height="8" rx="2" fill={fillOf(one, index)} />
            </svg>
          )}
          {series.length > 1 && <span className="text-muted">{one.name}</span>}
          <span className="font-medium">{format(one.values[at] ?? 0)}</span>
        </span>
      ))}
      <span className="-ml-2.5 text-muted">{unit}</span>
    </figcaption>
  );
}
