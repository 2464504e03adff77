// PreviewTable: the first records of a file, as hooks after the import.
import { labelName } from '../../api/label-names.ts';
import { Badge, type Tone } from '../../kit/display/badge.tsx';
import { Count } from '../../kit/display/count.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';
import { labelMethods } from '../bulk/hook-state.ts';
import { valueName } from '../bulk/label-fields.ts';
import { reasonName } from './reason-list.tsx';
import type { Preview } from './request-preview.ts';

type Row = Preview['records'][number];

const results: Readonly<Record<Row['result'], [string, Tone]>> = {
  added: ['Published', 'good'],
  pending: ['To review', 'warn'],
  updated: ['Updated', 'accent'],
  unchanged: ['Unchanged', 'neutral'],
  duplicates: ['Duplicate', 'neutral'],
  held: ['View count held', 'warn'],
};

const columns: Column<Row>[] = [
  {
    id: 'text',
    header: 'Text',
    className: 'sm:min-w-60',
    cell: ({ text, raw_text }) => (
      <span className="stack gap-0.5">
        <HookText>{text}</HookText>
        {raw_text !== null && (
          <span className="line-clamp-3 text-xs wrap-anywhere text-muted" title={raw_text}>
            Source: <bdi>{raw_text}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'result',
    header: 'State',
    className: 'sm:min-w-52',
    cell: ({ result, reason, line }) => (
      <span className="grid justify-items-start gap-1 @max-2xl:justify-items-end">
        <Badge tone={results[result][1]}>{results[result][0]}</Badge>
        {result === 'pending' && reason !== null && <span className="text-xs text-muted">{reasonName(reason)}</span>}
        <span className="text-xs text-faint">line {formatNumber(line)}</span>
      </span>
    ),
  },
  {
    id: 'views',
    header: 'Views',
    align: 'right',
    cell: ({ views }) => (views === null ? <Unknown /> : <Count value={views} />),
  },
  { id: 'platform', header: 'Platform', cell: ({ platform }) => platform ?? <Unknown /> },
  {
    id: 'labels',
    header: 'Labels',
    className: 'sm:min-w-48',
    cell: ({ labels, archetype, emotional_trigger, niche }) => (
      <span className="stack gap-0.5 @max-2xl:text-right">
        <span>
          {[archetype, emotional_trigger, niche].map((label) => (label ? labelName(label) : '–')).join(' · ')}
        </span>
        <span className="text-xs text-muted">
          {labelMethods.find(({ value }) => value === labels.method)?.label}, {formatPercent(labels.confidence)}
        </span>
      </span>
    ),
  },
  {
    id: 'language',
    header: 'Language',
    cell: ({ language }) => (language ? valueName('language', language) : <Unknown />),
  },
];

const Unknown = () => <span className="text-faint">–</span>;

export function PreviewTable({ records }: Pick<Preview, 'records'>) {
  return (
    <section className="stack gap-2">
      <h3 className="font-medium">First hooks after the import</h3>
      <Table label="First hooks" columns={columns} rows={records} rowKey={({ line }) => String(line)} />
    </section>
  );
}
