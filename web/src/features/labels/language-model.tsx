// LanguageModel: the language model's usage this month, and the rest of its budget.
import type { LabelsReport } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatPercent, plural } from '../../kit/page/format.ts';

type Usage = NonNullable<LabelsReport['language_model']>;

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function LanguageModel({ usage }: { usage: Usage }) {
  const { model, month, calls, faults, input_tokens, output_tokens, budget, agreement, stop } = usage;
  const tokens = plural(input_tokens + output_tokens, 'token');
  return (
    <Section
      title="Language model"
      description={model === null ? 'Not configured.' : `Hooks with an unsure label are sent to ${model}.`}
    >
      <p>
        {monthName.format(new Date(month))}: {plural(calls, 'call')}, {plural(faults, 'failure')}, {tokens}
        {budget !== null && ` of ${plural(budget, 'token')}`}.
        {agreement.share !== null &&
          ` Curators agreed with ${formatPercent(agreement.share)} of ${plural(agreement.decisions, 'label')}.`}
      </p>
      {stop && (
        <p className="text-warn">
          {stop.reason} Resumes <Time at={stop.resume_at} />; hooks stay pending until then.
        </p>
      )}
    </Section>
  );
}
