// The result of a check on the public page. Labels and standing are folded.
import type { DraftLabel } from '@hookline/sdk';
import { labelName } from '../../api/label-names.ts';
import type { DemoCheck } from '../../api/lines/demo-check.ts';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { CheckSummary } from '../check/check-summary.tsx';
import { confidenceText } from '../check/check-text.ts';
import { Standing } from '../check/standing.tsx';
import { HookList } from '../hooks/hook-list.tsx';

export function SmallResult({ check }: { check: DemoCheck }) {
  const { standing, similar, published } = check;
  return (
    <CheckSummary
      check={check}
      nearest={
        similar.length > 0 && (
          <Section title="Nearest hooks">
            <HookList label="Nearest hooks" hooks={similar} />
          </Section>
        )
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <Facts
            facts={{
              Archetype: <Label label={check.archetype} published={published} />,
              Emotion: <Label label={check.emotional_trigger} published={published} />,
              Niche: <Label label={check.niche} published={published} />,
              ...(check.template.includes('[') ? { Template: <span dir="auto">{check.template}</span> } : {}),
            }}
          />
        </Card>
        <Card>
          <Standing standing={standing} />
        </Card>
      </div>
    </CheckSummary>
  );
}

function Label({ label, published }: { label: DraftLabel; published: string | null }) {
  if (label.value === 'other') return <span className="text-faint">Nothing fits</span>;
  return (
    <>
      <span className="font-medium">{labelName(label.value)}</span>{' '}
      <span className="text-muted">{confidenceText(label, published)}</span>
    </>
  );
}
