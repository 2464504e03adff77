// The result of a check: what the line is, where lines like it stand, what is rising, observations, and the nearest proven hooks.
import type { DraftCheck, DraftObservation } from '@hookline/sdk';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { formatCompact, plural } from '../../kit/page/format.ts';
import { linkWith } from '../filters/hook-filters.ts';
import { ProvenHooks } from '../hooks/proven-hooks.tsx';
import { placeText, risingText } from './check-text.ts';
import { Standing } from './standing.tsx';
import { WhatItIs } from './what-it-is.tsx';

export function CheckResult({ text, check }: { text: string; check: DraftCheck }) {
  const { standing, rising, similar } = check;
  return (
    <div className="stack gap-8">
      {check.sample_data && (
        <Banner tone="neutral" title="Sample data">
          The catalog has the invented starter set only, so these figures are invented too.
        </Banner>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <WhatItIs check={check} />
        <div className="stack gap-8">
          <Section title="Where lines like it stand">
            <Card>
              <Standing standing={standing} />
            </Card>
          </Section>
          <Section title="Rising now">
            <Card>
              <p>
                <Link
                  href={`/dashboard/trends?value=${encodeURIComponent(rising.archetype)}`}
                  className="font-medium underline-offset-2 hover:underline"
                >
                  {labelName(rising.archetype)}
                </Link>
                : {risingText(rising)}
              </p>
            </Card>
          </Section>
        </div>
      </div>
      <Observations check={check} />
      <Section
        title="Nearest proven hooks"
        description="In the catalog, nearest first."
        actions={
          <>
            <ApiCall
              call={{ method: 'POST', path: '/similar', body: { text, limit: 10 } }}
              title="Find similar hooks by API"
            />
            {similar.length > 0 && (
              <LinkButton small href={linkWith('/dashboard/hooks', { ids: similar.map(({ id }) => id) })}>
                View in Hooks
              </LinkButton>
            )}
          </>
        }
      >
        {similar.length > 0 ? (
          <ProvenHooks label="Nearest proven hooks" hooks={similar} />
        ) : (
          <EmptyState title="No hook is close to this line">
            None shares enough words or its template. That says nothing about how the line will do.
          </EmptyState>
        )}
      </Section>
    </div>
  );
}

function Observations({ check: { observations, top_decile: top } }: { check: DraftCheck }) {
  return (
    <Section
      title="Beside the most viewed"
      description={
        top
          ? `The top decile of ${plural(top.all, 'hook')}${placeText(top)}: ${plural(top.n, 'hook')} with ${formatCompact(top.min_views)} views or more.`
          : 'Not enough hooks: the top decile of the catalog has fewer than 30.'
      }
    >
      {observations.length > 0 && (
        <ul className="divide-y rounded-md border bg-surface">
          {observations.map((observation) => (
            <li key={observation.kind} className="px-3 py-2.5">
              <ObservationText observation={observation} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What the draft has stands out; the figures follow. */
function ObservationText({ observation: { text } }: { observation: DraftObservation }) {
  const [draft, ...rest] = text.split('; ');
  return (
    <>
      <span className="font-medium">{draft}</span>
      {rest.length > 0 && <span className="text-muted">; {rest.join('; ')}</span>}
    </>
  );
}
