// hookline admin labels run and train: input from the options, and the results as text.
import type { RelabelReport } from '../../catalog/curation/relabel/relabel.ts';
import type { TrainingReport } from '../../catalog/labelling/training/actions.ts';
import { type Options, UsageError } from '../options.ts';
import { formatCount, table } from '../print.ts';

export function relabelInput({ source, where = [], method, sample, 'dry-run': isDryRun = false }: Options) {
  if (sample !== undefined && !/^[1-9]\d{0,6}$/.test(sample))
    throw new UsageError('--sample must be a whole number from 1 to 9999999, such as --sample 200.');
  return {
    source,
    where: where.length === 0 ? undefined : Object.fromEntries(where.map(toPair)),
    method,
    sample: sample === undefined ? undefined : Number(sample),
    dry_run: isDryRun,
  };
}

function toPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError(`--where must be NAME=VALUE, such as --where niche=finance, not "${pair}".`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

export function relabelText(report: RelabelReport): string {
  const { dry_run, edit_id, hooks, changed, confidence_changed, uncertain, published, skipped, llm } = report;
  const lines = [
    `${dry_run ? 'Would change' : 'Changed'} ${formatCount(changed)} of ${formatCount(hooks)} hooks.`,
    ...(confidence_changed > 0 ? [`Confidence changed, labels unchanged: ${formatCount(confidence_changed)}.`] : []),
    ...(published > 0 ? [`${dry_run ? 'Would publish' : 'Published'}: ${formatCount(published)}.`] : []),
    ...(uncertain > 0 ? [`Confidence too low to change: ${formatCount(uncertain)}.`] : []),
    ...(skipped > 0 ? [`Skipped because they changed during the run: ${formatCount(skipped)}.`] : []),
    ...(llm ? [describeCost(llm)] : []),
  ];
  if (report.labels.length > 0) lines.push('', table(report.labels, ['label', 'from', 'to', 'hooks']));
  if (report.examples.length > 0)
    lines.push('', table(report.examples, ['id', 'label', 'from', 'to', 'confidence', 'text']));
  if (edit_id !== null) lines.push('', `To undo: hookline admin edits undo ${edit_id}`);
  return lines.join('\n');
}

function describeCost(llm: NonNullable<RelabelReport['llm']>): string {
  const { asked, answered, tokens, stopped, matching, tokens_for_all } = llm;
  return [
    `Language model: valid responses for ${formatCount(answered)} of ${formatCount(asked)} hooks, ${formatCount(tokens)} tokens used.`,
    `All ${formatCount(matching)} matching hooks would use about ${formatCount(tokens_for_all)} more tokens.`,
    ...(stopped === null ? [] : [`Stopped early: ${stopped}`]),
  ].join('\n');
}

export function trainingText({ state, version, lines, scores }: TrainingReport): string {
  if (state === 'running')
    return 'Training is in progress. Run "hookline admin labels report" later to see the result.';
  const trained = `Trained model ${version} on ${formatCount(lines ?? 0)} labelled hooks.`;
  if (state === 'active')
    return `${trained} It is now in use. Published hooks change only when you run "hookline admin labels run".`;
  const { verdict } = (scores?.comparison ?? {}) as { verdict?: string };
  return verdict === 'too_few_labels'
    ? `${trained} It is not used: too few labels to compare it with the current model.`
    : `${trained} It is not used: its scores are not better than those of the current model.`;
}
