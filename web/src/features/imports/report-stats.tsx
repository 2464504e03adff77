// ReportStats: counts of an import's or a preview's records by outcome.
import type { ImportReport } from '../../api/openapi.ts';
import { Stat } from '../../kit/display/card.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';

type Outcome = 'added' | 'pending' | 'rejected' | 'updated' | 'unchanged' | 'duplicates';

export const sharedIdsText = (count: number) =>
  `${plural(count, 'record has', 'records have')} the ID of another record but another text, so each is a separate hook. `;

const parts: readonly (readonly [name: Outcome, label: string, note: string])[] = [
  ['added', 'Published', 'new hooks'],
  ['pending', 'To review', 'before they are published'],
  ['rejected', 'Rejected', 'invalid records'],
  ['updated', 'Updated', 'records of existing hooks'],
  ['unchanged', 'Unchanged', 'existing, same'],
  ['duplicates', 'Duplicates', 'repeated in file'],
];

export function ReportStats({ report }: { report: Pick<ImportReport, Outcome> }) {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
      {parts.map(([name, label, note]) => (
        <Stat
          key={name}
          label={label}
          value={<span className={report[name] === 0 ? 'text-faint' : ''}>{formatNumber(report[name])}</span>}
          note={note}
        />
      ))}
    </div>
  );
}
