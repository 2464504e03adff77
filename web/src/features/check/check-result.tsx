// The result of a check in the dashboard. The labels, the standing and the trend are folded.
import type { DraftCheck } from '@hookline/sdk';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { closeOnes } from '../../api/lines/similar.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { useMay } from '../../shell/session.tsx';
import { saveHooks } from '../collections/save/requests.ts';
import { linkWith } from '../filters/hook-filters.ts';
import { ProvenHooks } from '../hooks/proven-hooks.tsx';
import { CheckSummary, nearestShown } from './check-summary.tsx';
import { risingText } from './check-text.ts';
import { Standing } from './standing.tsx';
import { WhatItIs } from './what-it-is.tsx';

export function CheckResult({ text, check }: { text: string; check: DraftCheck }) {
  const { standing, rising } = check;
  return (
    <CheckSummary check={check} nearest={<Nearest text={text} similar={closeOnes(check.similar)} />}>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <WhatItIs check={check} />
        <Section title="Views of hooks like it">
          <Card>
            <Standing standing={standing} />
            <p className="mt-3 border-t pt-3">
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
    </CheckSummary>
  );
}

function Nearest({ text, similar }: { text: string; similar: readonly DraftCheck['similar'][number][] }) {
  const mayChange = useMay('change');
  const [closest] = similar;
  return (
    <>
      {closest && (
        <ButtonRow>
          <LinkButton icon="search" href={linkWith('/dashboard/hooks', { ids: similar.map(({ id }) => id) })}>
            See all {similar.length}
          </LinkButton>
          <LinkButton icon="shuffle" href={`/dashboard/hooks/${closest.id}?adapt=1`}>
            Adapt the closest
          </LinkButton>
          {mayChange && (
            <Button icon="bookmark" onClick={() => saveHooks(similar)}>
              Save all {similar.length}
            </Button>
          )}
        </ButtonRow>
      )}
      <Section
        title="Nearest hooks"
        description="The closest in the catalog, by words and meaning."
        actions={
          <ApiCall
            call={{ method: 'POST', path: '/similar', body: { text, limit: 10 } }}
            title="Find similar hooks by API"
          />
        }
      >
        {closest ? (
          <ProvenHooks label="Nearest hooks" hooks={similar.slice(0, nearestShown)} />
        ) : (
          <EmptyState title="No hook is close to this line">
            None shares enough words or its template. This does not predict its performance.
          </EmptyState>
        )}
      </Section>
    </>
  );
}
