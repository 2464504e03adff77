// Count: a compact number with the exact value on hover.
import { formatCompact, formatNumber, unitOf } from '../page/format.ts';

/** `unit` follows the number, such as “calls”. null is shown as unknown. */
export function Count({ value, unit }: { value: number | null; unit?: string }) {
  if (value === null) return <span className="text-faint">Unknown</span>;
  const counted = unit && ` ${unitOf(value, unit)}`;
  return (
    <span title={formatNumber(value) + (counted ?? '')} className="whitespace-nowrap">
      {formatCompact(value)}
      {counted && <span className="text-muted">{counted}</span>}
    </span>
  );
}
