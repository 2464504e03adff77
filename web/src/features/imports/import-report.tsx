// What became of an import, in plain numbers: what was read and where it went, what was refused and why, and what waits.
import type { ImportDetail } from '../../../../src/ingest/imports/queries.ts';
import { hooksPath, readHooks } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Stat } from '../../kit/display/card.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';

const parts = [
  ['added', 'Added', 'new in the catalog'],
  ['updated', 'Updated', 'known, with news'],
  ['unchanged', 'Unchanged', 'known already'],
  ['duplicates', 'Duplicates', 'twice in the file'],
  ['rejected', 'Rejected', 'cannot be used'],
  ['pending', 'Pending', 'wait for review'],
] as const;

export function ImportReportView({ detail }: { detail: ImportDetail }) {
  const { report, id } = detail;
  const rejected = detail.rejects.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="stack gap-4">
      {report && (
        <>
          <p>
            <span className="font-medium">
              {formatNumber(report.read)} {report.read === 1 ? 'record' : 'records'} read.
            </span>{' '}
            {report.retired > 0 && `${formatNumber(report.retired)} hooks that the file no longer has were retired. `}
            <span className="text-muted">The catalog is at version {formatNumber(report.catalog_version)}.</span>
          </p>
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
        </>
      )}
      {rejected > 0 && <Reasons detail={detail} total={rejected} />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {report !== null && report.pending > 0 && <ReviewPending id={id} />}
        {rejected > 0 && (
          <LinkButton icon="export" href={`/operator/imports/${id}/rejects`} isOutside>
            Download rejects
          </LinkButton>
        )}
      </div>
    </div>
  );
}

/** Of those that waited some may be decided by now. */
function ReviewPending({ id }: { id: string }) {
  const query = { import: id, state: 'pending', limit: 1 };
  const { data } = useApi([hooksPath, query], () => readHooks(query));
  if (data?.total === 0) return <p className="flex h-8 items-center text-muted">All that waited are reviewed.</p>;
  return (
    <LinkButton icon="review" href={`/console/review?import=${id}`}>
      Review {data ? formatNumber(data.total) : 'what is'} pending
    </LinkButton>
  );
}

function Reasons({ detail, total }: { detail: ImportDetail; total: number }) {
  const read = detail.report?.read ?? 0;
  return (
    <div className="stack gap-1.5">
      <p className="text-xs text-muted">
        Why {formatNumber(total)} {total === 1 ? 'was' : 'were'} rejected
        {read > 0 && `, ${formatPercent(total / read)} of what was read`}
      </p>
      <ul className="divide-y rounded-md border">
        {detail.rejects.map(({ field, reason, count }) => (
          <li key={`${field} ${reason}`} className="flex items-baseline gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
            <code className="font-mono text-xs wrap-anywhere text-muted">{field ?? 'record'}</code>
            <span className="w-14 text-right font-medium">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
