// ImportReportView: counts of an import's records by outcome, why some are not published, and the results of review.
import type { ImportDetail } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { needLook } from '../bulk/hook-state.ts';
import { guessedText } from './import-table.tsx';
import { ReasonList } from './reason-list.tsx';
import { ReportStats, sharedIdsText } from './report-stats.tsx';
import { UnknownValues } from './unknown-values.tsx';

/** Without `onMapped`, unknown values are left out, since the page lists them. */
export function ImportReportView({ detail, onMapped }: { detail: ImportDetail; onMapped?: () => unknown }) {
  const { report, id } = detail;
  const counted = detail.rejects.reduce((sum, { count }) => sum + count, 0);
  const rejected = report?.rejected ?? counted;
  const kept = report?.rejects_kept ?? counted;
  return (
    <div className="stack gap-4">
      <Undone detail={detail} />
      {report && (
        <>
          <p>
            <span className="font-medium">{plural(report.read, 'record')} read.</span>{' '}
            {report.retired > 0 && `${plural(report.retired, 'hook')} missing from the file retired. `}
            {guessedText(report)}
            {report.unread_dates &&
              `${plural(report.unread_dates.count, 'date')} could not be read, such as “${report.unread_dates.first}”. `}
            {!!report.shared_ids && sharedIdsText(report.shared_ids)}
            {!!report.held && (
              <LinkButton small href="/console/hooks?claims=waiting&state=any">
                {plural(report.held, 'view count needs', 'view counts need')} a decision
              </LinkButton>
            )}
          </p>
          <ReportStats report={report} />
        </>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {detail.reviewed && !detail.undone_at && <Reviewed id={id} of={detail.reviewed} />}
        {rejected > 0 && (
          <LinkButton icon="export" href={`/operator/imports/${id}/rejects`} isOutside>
            Download rejects
          </LinkButton>
        )}
      </div>
      {onMapped && <UnknownValues values={detail.unknown_values} onMapped={onMapped} />}
      <ReasonList
        note={kept < rejected ? `The first ${formatNumber(kept)} rejected records are kept.` : undefined}
        reasons={detail.reasons}
      />
    </div>
  );
}

/** Hooks left to review, and the outcomes of the others. */
function Reviewed({ id, of }: { id: string; of: NonNullable<ImportDetail['reviewed']> }) {
  const { waiting, published, rejected } = of;
  const decided = [
    ...(published > 0 ? [`${formatNumber(published)} published`] : []),
    ...(rejected > 0 ? [`${formatNumber(rejected)} rejected`] : []),
    ...(waiting > 0 ? [`${formatNumber(waiting)} left`] : []),
  ];
  return (
    <>
      {published + rejected > 0 && (
        <p className="flex min-h-8 items-center">
          {formatNumber(waiting + published + rejected)} sent to review: {decided.join(', ')}.
        </p>
      )}
      {waiting > 0 && (
        <LinkButton kind="primary" icon="review" href={`/console/review?import=${id}`}>
          {needLook(waiting)}
        </LinkButton>
      )}
    </>
  );
}

function Undone({ detail: { undone_at } }: { detail: ImportDetail }) {
  return (
    undone_at && (
      <Banner tone="neutral" title="Undone">
        <Time at={undone_at} />. Counts are from before the undo. Import the file again to restore its hooks.
      </Banner>
    )
  );
}
