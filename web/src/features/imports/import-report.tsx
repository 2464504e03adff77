// ImportReportView: counts of an import's records by outcome, why some are not published, link to pending reviews.
import { hooksPath, readHooks } from '../../api/curation.ts';
import type { ImportDetail } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { guessedText, recordCount } from './import-table.tsx';
import { ReasonList } from './reason-list.tsx';
import { type ReportParts, ReportStats, sharedIdsText } from './report-stats.tsx';
import { UnknownValues } from './unknown-values.tsx';

const parts: ReportParts = [
  ['added', 'Added', 'new in the catalog'],
  ['updated', 'Updated', 'existing, changed'],
  ['unchanged', 'Unchanged', 'existing, same'],
  ['duplicates', 'Duplicates', 'repeated in file'],
  ['rejected', 'Rejected', 'invalid records'],
  ['pending', 'Pending', 'need review'],
];

/** Without `onMapped` it has no unknown values: the page lists them. */
export function ImportReportView({ detail, onMapped }: { detail: ImportDetail; onMapped?: () => unknown }) {
  const { report, id } = detail;
  const counted = detail.rejects.reduce((sum, { count }) => sum + count, 0);
  const rejected = report?.rejected ?? counted;
  const kept = report?.rejects_kept ?? counted;
  return (
    <div className="stack gap-4">
      {report && (
        <>
          <p>
            <span className="font-medium">{recordCount(report.read)} read.</span>{' '}
            {report.retired > 0 && `${plural(report.retired, 'hook')} missing from the file retired. `}
            {guessedText(report)}
            {report.unread_dates &&
              `${plural(report.unread_dates.count, 'date')} could not be read, such as “${report.unread_dates.first}”. `}
            {!!report.shared_ids && sharedIdsText(report.shared_ids)}
            {!!report.held && (
              <LinkButton small href="/console/hooks?claims=waiting">
                {plural(report.held, 'view count waits', 'view counts wait')} for a decision
              </LinkButton>
            )}{' '}
            <span className="text-muted">Catalog version {formatNumber(report.catalog_version)}.</span>
          </p>
          <ReportStats report={report} parts={parts} />
        </>
      )}
      {onMapped && <UnknownValues values={detail.unknown_values} onMapped={onMapped} />}
      {detail.reasons.length > 0 && (
        <ReasonList
          title="Why records are not published"
          note={kept < rejected ? `Of the rejected records, the first ${formatNumber(kept)} are kept.` : undefined}
          reasons={detail.reasons}
        />
      )}
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

/** Counts the hooks still pending: some may have been reviewed since the import. */
function ReviewPending({ id }: { id: string }) {
  const query = { import: id, state: 'pending', limit: 1 };
  const { data } = useApi([hooksPath, query], () => readHooks(query));
  if (data?.total === 0) return <p className="flex h-8 items-center text-muted">All pending hooks are reviewed.</p>;
  return (
    <LinkButton icon="review" href={`/console/review?import=${id}`}>
      Review {data && formatNumber(data.total)} pending
    </LinkButton>
  );
}
