// Count: a large number in few letters, the exact value on hover.
import { formatCompact, formatNumber } from '../page/format.ts';

/** `unit` stands behind it, such as “calls”. null is unknown. */
export function Count({ value, unit }: { value: number | null; unit?: string }) {
  if (value === null) return <span className="text-faint">unknown</span>;
  return (
    <span title={unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)} className="whitespace-nowrap">
      {formatCompact(value)}
      {unit && <span className="text-muted"> {unit}</span>}
    </span>
  );
}
