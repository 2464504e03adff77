// Count: a compact number with the exact value on hover.
import { formatCompact, formatNumber } from '../page/format.ts';

/** `unit` follows the number, such as “calls”. null is shown as unknown. */
export function Count({ value, unit }: { value: number | null; unit?: string }) {
  if (value === null) return <span className="text-faint">Unknown</span>;
  return (
    <span title={unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)} className="whitespace-nowrap">
      {formatCompact(value)}
      {unit && <span className="text-muted"> {unit}</span>}
    </span>
  );
}
