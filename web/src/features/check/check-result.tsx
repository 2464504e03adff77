// The result of a check in the dashboard. Folded: what the line is, where lines like it stand, and what is rising.
import type { DraftCheck } from '@hookline/sdk';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { linkWith } from '../filters/hook-filters.ts';
import { ProvenHooks } from '../hooks/proven-hooks.tsx';
import { CheckSummary, nearestShown } from './check-summary.tsx';
import { risingText } from './check-text.ts';
import { Standing } from './standing.tsx';
import { WhatItIs } from './what-it-is.tsx';

export function CheckResult({ text, check }: { text: string; check: DraftCheck }) {
  const { standing, rising } = check;
  return (
    <CheckSummary check={check} nearest={<Nearest text={text} similar={check.similar} />}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <WhatItIs check={check} />
        <div className="stack gap-8">
          <Section title="How hooks like it do">
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
    </CheckSummary>
  );
}

function Nearest({ text, similar }: { text: string; similar: DraftCheck['similar'] }) {
  return (
    <Section
      title="Nearest proven hooks"
      actions={
        <>
          <ApiCall
            call={{ method: 'POST', path: '/similar', body: { text, limit: 10 } }}
            title="Find similar hooks by API"
          />
          {similar.length > 0 && (
            <LinkButton small href={linkWith('/dashboard/hooks', { ids: similar.map(({ id }) => id) })}>
              View all {similar.length}
            </LinkButton>
          )}
        </>
      }
    >
      {similar.length > 0 ? (
        <ProvenHooks label="Nearest proven hooks" hooks={similar.slice(0, nearestShown)} />
      ) : (
        <EmptyState title="No hook is close to this line">
          None has enough words or the template in common. That says nothing about how the line will do.
        </EmptyState>
      )}
    </Section>
  );
}
