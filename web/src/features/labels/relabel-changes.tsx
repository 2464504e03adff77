// RelabelChanges: number of changed labels by old and new value, with examples and, if a language model was used, the cost.
import { labelName } from '../../api/label-names.ts';
import type { RelabelReport } from '../../api/openapi.ts';
import { HookText } from '../../kit/display/hook-text.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { fieldTitles } from '../bulk/label-fields.ts';
import { hookCount } from './labels-text.ts';

type Change = RelabelReport['labels'][number];

const name = (value: string | null) => (value === null ? 'None' : labelName(value));

const columns: Column<Change>[] = [
  { id: 'from', header: 'From', cell: ({ from }) => name(from) },
  { id: 'to', header: 'To', cell: ({ to }) => name(to) },
  { id: 'label', header: 'Label', cell: ({ label }) => <span className="text-muted">{fieldTitles[label]}</span> },
  { id: 'hooks', header: 'Hooks', align: 'right', cell: ({ hooks }) => formatNumber(hooks) },
];

const shownExamples = 5;

export function RelabelChanges({ report }: { report: RelabelReport }) {
  const { dry_run, hooks, changed, confidence_changed, uncertain, published, skipped, examples, llm } = report;
  const notes = [
    confidence_changed > 0 && `Only the confidence changed: ${formatNumber(confidence_changed)}.`,
    published > 0 && `${dry_run ? 'Would be published' : 'Published'}: ${formatNumber(published)}.`,
    uncertain > 0 && `Too uncertain to change: ${formatNumber(uncertain)}.`,
    skipped > 0 && `Skipped, changed by someone else: ${formatNumber(skipped)}.`,
    llm &&
      llm.asked > 0 &&
      `Language model: ${formatNumber(llm.answered)} of ${formatNumber(llm.asked)} labelled, ${formatNumber(llm.tokens)} tokens.`,
    llm && `All ${hookCount(llm.matching)} that match: about ${formatNumber(llm.tokens_for_all)} more tokens.`,
  ];
  return (
    <div className="stack gap-3">
      <p role="status">
        <span className="font-medium">
          {dry_run ? 'Would change' : 'Changed'} {formatNumber(changed)} of {hookCount(hooks)}.
        </span>{' '}
        <span className="text-muted">{notes.filter(Boolean).join(' ')}</span>
      </p>
      {llm && llm.stopped !== null && <p className="text-warn">Not all hooks were sent. {llm.stopped}</p>}
      {report.labels.length > 0 && (
        <Table
          label="Label changes"
          columns={columns}
          rows={report.labels}
          rowKey={({ label, from, to }) => `${label} ${from} ${to}`}
        />
      )}
      {examples.length > 0 && (
        <ul aria-label="Examples" className="stack gap-2">
          {examples.slice(0, shownExamples).map(({ id, text, label, from, to }) => (
            <li key={`${id} ${label}`} className="grid gap-0.5">
              <HookText>{text}</HookText>
              <span className="text-xs text-muted">
                {fieldTitles[label]}: {name(from)} → {name(to)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
