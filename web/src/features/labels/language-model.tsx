// LanguageModel: what the language model was used for this month, and what is left of its budget.
import type { LabelsReport } from '../../api/openapi.ts';
import { Card, Section, Stat } from '../../kit/display/card.tsx';
import { Count } from '../../kit/display/count.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';

type Usage = NonNullable<LabelsReport['language_model']>;

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function LanguageModel({ usage }: { usage: Usage }) {
  const { model, month, calls, faults, input_tokens, output_tokens, budget, agreement, stop } = usage;
  const tokens = input_tokens + output_tokens;
  return (
    <Section
      title="Language model"
      description={
        model === null
          ? 'None is configured now. These are the calls of this month.'
          : `${model} is asked about hooks that wait because a label is uncertain.`
      }
    >
      <Card>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          <Stat
            label="Tokens"
            value={<Count value={tokens} />}
            note={
              budget === null
                ? monthName.format(new Date(month))
                : `of ${formatNumber(budget)} in ${monthName.format(new Date(month))}`
            }
          />
          <Stat label="Calls" value={formatNumber(calls)} note={monthName.format(new Date(month))} />
          <Stat
            label="Failed calls"
            value={formatNumber(faults)}
            note={calls === 0 ? 'no calls yet' : `${formatPercent(faults / calls)} of calls`}
          />
          <Stat
            label="Agreement with curators"
            value={agreement.share === null ? '–' : formatPercent(agreement.share)}
            note={`of ${formatNumber(agreement.decisions)} decided`}
          />
        </div>
        {stop && (
          <p className="mt-4 text-warn">
            {stop.reason} It is asked again <Time at={stop.resume_at} />. Until then hooks wait for review.
          </p>
        )}
      </Card>
    </Section>
  );
}
