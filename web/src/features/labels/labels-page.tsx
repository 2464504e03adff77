// /console/labels: how often guessed labels are right, and how to improve them.
import { labelsReportPath } from '../../api/labels.ts';
import type { LabelsReport } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Card } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { Advanced } from '../../kit/page/advanced.tsx';
import { formatPercent, formatWholePercent, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Load } from '../../kit/page/load.tsx';
import { fieldTitles } from '../bulk/label-fields.ts';

const AdvancedLabels = lazyPart(
  () => import('./advanced-labels.tsx'),
  'AdvancedLabels',
  <Skeleton className="h-96 w-full" />,
);

export function LabelsPage() {
  const report = useApi<LabelsReport>(labelsReportPath);
  return (
    <PageBody>
      <PageHeader
        title="Labels"
        description="Archetype, emotion and niche of hooks whose source sends none."
        call={{ path: labelsReportPath, isOperator: true }}
      />
      <Load from={report} skeleton={<Skeleton className="h-40 w-full" />}>
        {(current) => (
          <>
            <Figures report={current} />
            <Alarms report={current} />
            <Advanced summary="Confidence limit, share of right guesses, models, relabelling">
              <AdvancedLabels report={current} onChange={() => void report.mutate()} />
            </Advanced>
          </>
        )}
      </Load>
    </PageBody>
  );
}

function Alarms({ report: { published_other } }: { report: LabelsReport }) {
  return published_other
    .filter(({ is_high }) => is_high)
    .map(({ label, share, hooks }) => (
      <Banner
        key={label}
        tone="warn"
        title={`${formatPercent(share)} of published hooks have ${label === 'niche' ? 'the niche' : fieldTitles[label].toLowerCase()} “Other”`}
        action={
          <LinkButton small href={`/console/hooks?state=published&${label}=other`}>
            View {plural(hooks, 'hook')}
          </LinkButton>
        }
      >
        Customers can’t find them by {fieldTitles[label].toLowerCase()}. More than 5% is too many.
      </Banner>
    ));
}

/** Share of right labels, published hooks, and the next step. */
function Figures({ report: { outcomes, waiting } }: { report: LabelsReport }) {
  const [now] = outcomes;
  const look = waiting.low_confidence;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="stack gap-1">
          {now && now.right !== null && now.published > 0 && (
            <p className="text-lg font-semibold">{rightText(now.right)}</p>
          )}
          <p className="text-muted">
            {now && now.hooks > 0
              ? `Of hooks with guessed labels, ${formatWholePercent(now.published / now.hooks)} are published at once, the rest after review.`
              : 'No guessed labels yet. Import hooks to begin.'}
          </p>
          {look === 0 && now && now.hooks > 0 && <p>No labels to review.</p>}
        </div>
        {look > 0 && (
          <LinkButton kind="primary" icon="review" href="/console/review?reason=low_confidence">
            Review {plural(look, 'hook')} with unsure labels
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

function rightText(share: number): string {
  const of10 = Math.round(share * 10);
  return of10 === 10
    ? 'Published labels are almost always right.'
    : `Published labels are right about ${of10} of 10 times.`;
}
