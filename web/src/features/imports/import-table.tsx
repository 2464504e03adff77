// ImportTable: the import log. Also the parts that a source's runs share with it: state, duration, record count.
import type { ImportRecord } from '../../api/openapi.ts';
import { Code } from '../../kit/code/code.tsx';
import { Badge, StatusDot, type Tone } from '../../kit/display/badge.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { capitalized, formatMs, formatNumber, formatWholePercent, plural } from '../../kit/page/format.ts';
import { toggleFilter } from '../../kit/page/query-state.ts';

const tones: Record<ImportRecord['state'], Tone> = {
  running: 'accent',
  done: 'good',
  unchanged: 'neutral',
  failed: 'bad',
};

export const isCanceled = ({ error }: Pick<ImportRecord, 'error'>) => error?.startsWith('Canceled') ?? false;

type StateOf = Pick<ImportRecord, 'state' | 'undone_at' | 'error'>;

export function ImportState({ of }: { of: StateOf }) {
  const { state, undone_at } = of;
  if (undone_at || isCanceled(of)) return <StatusDot tone="neutral">{undone_at ? 'Undone' : 'Canceled'}</StatusDot>;
  return <StatusDot tone={tones[state]}>{capitalized(state)}</StatusDot>;
}

/** “120 published hooks with guessed labels. About 86% of these labels are right. ”; '' without any. */
export function guessedText({ guessed }: NonNullable<ImportRecord['report']>): string {
  if (!guessed) return '';
  return `${plural(guessed.published, 'published hook')} with guessed labels. About ${formatWholePercent(guessed.right)} of these labels are right. `;
}

export function durationOf({ started_at, finished_at }: ImportRecord): string {
  return finished_at ? formatMs(Date.parse(finished_at) - Date.parse(started_at)) : '';
}

type Count = Exclude<
  keyof NonNullable<ImportRecord['report']>,
  'held' | 'rejects_kept' | 'shared_ids' | 'unread_dates' | 'guessed'
>;

const count = (id: Count, header: string): Column<ImportRecord> => ({
  id,
  header,
  align: 'right',
  cell: ({ report }) =>
    report ? (
      <span className={report[id] === 0 ? 'text-faint' : ''}>{formatNumber(report[id])}</span>
    ) : (
      <span className="text-faint">–</span>
    ),
});

const file: Column<ImportRecord> = {
  id: 'file',
  header: 'File',
  className: 'min-w-40',
  cell: ({ filename }) => <span className="wrap-anywhere">{filename}</span>,
};
const source: Column<ImportRecord> = {
  id: 'source',
  header: 'Source',
  cell: ({ source }) => (
    <Chip title={source} onClick={() => toggleFilter('source', source)}>
      {source}
    </Chip>
  ),
};
const rest: Column<ImportRecord>[] = [
  { id: 'state', header: 'State', cell: (record) => <ImportState of={record} /> },
  count('added', 'Added'),
  { ...count('updated', 'Updated'), className: '@max-2xl:hidden' },
  {
    ...count('pending', 'To review'),
    cell: ({ report, undone_at }) =>
      report && report.pending > 0 && !undone_at ? (
        <Badge tone="warn">{formatNumber(report.pending)}</Badge>
      ) : (
        <span className="text-faint">{report ? formatNumber(report.pending) : '–'}</span>
      ),
  },
  count('rejected', 'Rejected'),
  { ...count('retired', 'Retired'), className: '@max-2xl:hidden' },
  { id: 'started', header: 'Started', cell: ({ started_at }) => <Time at={started_at} /> },
];

type ImportTableProps = {
  imports: readonly ImportRecord[] | undefined;
  selected?: string;
  onOpen: (id: string) => void;
  isFiltered?: boolean;
};

export function ImportTable({ imports, selected, onOpen, isFiltered }: ImportTableProps) {
  return (
    <Table
      label="Imports"
      columns={[file, source, ...rest]}
      rows={imports}
      rowKey={({ id }) => id}
      selected={selected}
      onOpen={({ id }) => onOpen(id)}
      skeletonRows={8}
      empty={
        isFiltered ? (
          <EmptyState title="No imports match these filters" />
        ) : (
          <EmptyState
            title="No imports yet"
            example={<Code label="Import with the CLI">npx hookline admin import hooks.csv --source editors</Code>}
          >
            Drop a file above, or import it with the CLI:
          </EmptyState>
        )
      }
    />
  );
}
