// /console/labels: how right guessed labels are, and what makes them better.
import { labelsReportPath } from '../../api/labels.ts';
import type { LabelsReport } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Card, Stat } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber, formatPercent, formatWholePercent, plural } from '../../kit/page/format.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { Load } from '../../kit/page/load.tsx';
import { fieldTitles } from '../bulk/label-fields.ts';
import { Agreement } from './agreement.tsx';
import { Floors } from './floors.tsx';
import { LanguageModel } from './language-model.tsx';
import { Model } from './model.tsx';
import { TeachingHooks } from './teaching-hooks.tsx';

const Reliability = lazyPart(() => import('./reliability.tsx'), 'Reliability', <Skeleton className="h-96 w-full" />);
const Relabel = lazyPart(() => import('./relabel.tsx'), 'Relabel', <Skeleton className="h-40 w-full" />);

export function LabelsPage() {
  const report = useApi<LabelsReport>(labelsReportPath);
  const reload = () => void report.mutate();
  return (
    <PageBody>
      <PageHeader
        title="Labels"
        description="How often curators agree with guessed labels, and what makes guesses better."
        call={{ path: labelsReportPath, isOperator: true }}
      />
      <Load from={report} skeleton={<LabelsSkeleton />}>
        {(current) => (
          <>
            <Alarms report={current} />
            <Figures report={current} />
            <Floors outcomes={current.outcomes} />
            <Decided report={current} />
            <TeachingHooks hooks={current.teaching} />
            <Model models={current.models} onTrained={reload} />
            <Relabel hasLanguageModel={current.language_model?.model != null} onApplied={reload} />
            {current.language_model && <LanguageModel usage={current.language_model} />}
          </>
        )}
      </Load>
    </PageBody>
  );
}

/** What curators decided, once there are decisions. */
function Decided({ report }: { report: LabelsReport }) {
  const { agreement, reliability, confusions } = report;
  if (agreement.methods.length === 0)
    return (
      <EmptyState
        title="No decisions yet"
        action={
          <LinkButton kind="primary" icon="review" href="/console/review">
            Review hooks
          </LinkButton>
        }
      >
        Accept or correct hooks in Review, and this page shows how often guesses were right.
      </EmptyState>
    );
  return (
    <>
      <Agreement agreement={agreement} confusions={confusions} />
      {reliability.length > 0 && <Reliability reliability={reliability} />}
    </>
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
        Clients can’t find them by {fieldTitles[label].toLowerCase()}. More than 5% is too many.
      </Banner>
    ));
}

function Figures({ report }: { report: LabelsReport }) {
  const { agreement, outcomes, waiting, models } = report;
  const right = outcomes[0]?.right;
  return (
    <Card>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat
          label="Guesses that curators confirmed"
          value={agreement.share === null ? '–' : formatPercent(agreement.share)}
          note={`of ${formatNumber(agreement.decisions)} decided`}
        />
        <Stat
          label="Published labels that are right"
          value={right == null ? '–' : formatWholePercent(right)}
          note="expected, of guessed labels"
        />
        <Stat
          label="Waiting for review"
          value={formatNumber(waiting.low_confidence)}
          note="since a guess is not certain enough"
        />
        <Stat
          label="Model"
          value={models.active ? `Version ${models.active.version}` : 'Starter model'}
          note={models.active ? <Time at={models.active.created_at} /> : 'not trained yet'}
        />
      </div>
    </Card>
  );
}

function LabelsSkeleton() {
  return (
    <div className="stack gap-6" aria-busy="true">
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-72 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
