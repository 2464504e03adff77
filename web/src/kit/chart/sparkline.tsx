// Sparkline: the trend of a row's numbers, from zero. Shown next to the number itself.
import { formatNumber } from '../page/format.ts';

export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const [width, height] = [96, 24];
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(height - 1 - (value / top) * (height - 2)).toFixed(1)}`,
  );
  const text = `${label}: from ${formatNumber(values[0] ?? 0)} to ${formatNumber(values.at(-1) ?? 0)}, peak ${formatNumber(Math.max(0, ...values))}`;
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${width} ${height}`}
      className="h-6 w-24 overflow-visible text-coral"
    >
      <title>{text}</title>
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
