// hookline admin labels report: how often curators agreed with guesses, how reliable their confidences are, and what would improve them.
import type { LabelsReport, Tally } from '../../catalog/labelling/report/report-schema.ts';
import { formatCount, table } from '../print.ts';

export const reportText = (report: LabelsReport) => describe(report).join('\n\n');

const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(1)} %`);
const titled = (title: string, ...content: string[]) => [title, ...content].join('\n');

function describe(report: LabelsReport): string[] {
  const { agreement, teaching, language_model: llm } = report;
  return [
    ...(agreement.decisions + agreement.methods.length > 0
      ? describeDecisions(report)
      : ['No decisions yet. Accept or correct hooks in review to see how often guesses were correct.']),
    describeModels(report),
    ...(llm ? [describeLanguageModel(llm)] : []),
    describeWaiting(report),
    ...(teaching.length > 0
      ? [titled('Hooks in review that would improve guesses most:', table(teaching, ['id', 'source', 'text']))]
      : []),
  ];
}

function describeDecisions({ agreement, reliability, confusions }: LabelsReport): string[] {
  const columns = ['decisions', 'agreed', 'share'];
  const toRow = ({ share, ...row }: Tally) => ({ ...row, share: percent(share) });
  const all = reliability.find(({ label, family }) => label === null && family === null);
  const bins = all?.bins.filter(({ decisions }) => decisions > 0) ?? [];
  return [
    `Curators agreed with ${formatCount(agreement.agreed)} of ${formatCount(agreement.decisions)} guesses (${percent(agreement.share)}).`,
    titled('By label and method:', table(agreement.methods.map(toRow), ['label', 'method', ...columns])),
    titled(
      'By source:',
      table(
        agreement.sources.map(({ given, ...row }) => ({
          ...toRow(row),
          given: given.decisions === 0 ? null : `${formatCount(given.agreed)} of ${formatCount(given.decisions)}`,
        })),
        ['source', ...columns, 'given'],
      ),
    ),
    titled('By kind of text:', table(agreement.families.map(toRow), ['family', ...columns])),
    titled(
      'By week:',
      table(agreement.weeks.filter(({ decisions }) => decisions > 0).map(toRow), ['week', ...columns]),
    ),
    ...(all
      ? [
          titled(
            `Reliability (calibration error ${all.calibration_error?.toFixed(3)}):`,
            ...bins.map(({ from, to, decisions, confirmed }) => {
              const confirmedShare = percent(confirmed / decisions);
              return `  Of ${formatCount(decisions)} labels guessed at ${from}–${to}, ${confirmedShare} were confirmed.`;
            }),
          ),
        ]
      : []),
    ...(confusions.length > 0
      ? [titled('Most frequent wrong guesses:', table(confusions, ['label', 'guessed', 'decided', 'hooks']))]
      : []),
  ];
}

function describeModels({ models: { active, recent, new_decisions, decisions_per_training } }: LabelsReport): string {
  return titled(
    active
      ? `Model ${active.version}, trained ${active.created_at} on ${formatCount(active.lines)} lines.`
      : 'The starter model is in use; no model has been trained yet.',
    `New decisions since the last training: ${formatCount(new_decisions)}. The next training starts at ${decisions_per_training}, or when an import adds as many labelled hooks.`,
    ...(recent.length > 0 ? [table(recent, ['version', 'state', 'created_at', 'lines'])] : []),
  );
}

function describeLanguageModel(llm: NonNullable<LabelsReport['language_model']>): string {
  const { model, calls, faults, input_tokens, output_tokens, budget, agreement, stop } = llm;
  const tokens = input_tokens + output_tokens;
  return titled(
    `Language model ${model ?? '(not configured)'}, this month:`,
    `  Calls: ${formatCount(calls)}, failed: ${formatCount(faults)}.`,
    `  Tokens: ${formatCount(tokens)}${budget === null ? '' : ` of ${formatCount(budget)}`}.`,
    `  Curators agreed with ${formatCount(agreement.agreed)} of ${formatCount(agreement.decisions)} of its labels.`,
    ...(stop ? [`  Paused until ${stop.resume_at}: ${stop.reason}`] : []),
  );
}

function describeWaiting({ waiting, published_other: others, outcomes }: LabelsReport): string {
  return titled(
    `Hooks in review because of low confidence: ${formatCount(waiting.low_confidence)}.`,
    table(
      outcomes.map(({ floor, published, right }) => ({ floor: floor ?? 'now', published, right: percent(right) })),
      ['floor', 'published', 'right'],
    ),
    ...others.map(
      ({ label, hooks, share, is_high }) =>
        `  Published with ${label} other: ${formatCount(hooks)} (${percent(share)})${is_high ? ', above 5 %' : ''}`,
    ),
  );
}
