// SourceHistory: hooks gained per run as a chart, and the runs with their outcome and cost.

import type { ImportRecord } from '../../api/openapi.ts';
import { usePages } from '../../api/use-pages.ts';
import { StackedBars } from '../../kit/chart/charts.tsx';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatMoment, formatNumber } from '../../kit/page/format.ts';
import { LoadList } from '../../kit/page/load-list.tsx';
import { durationOf, ImportState } from '../imports/import-table.tsx';
import { readRuns, sourcesPath } from './source-client.ts';
import { usageText } from './usage-text.ts';

/** Number of bars in the chart. */
const charted = 30;

/** `ranAt`: end of the last run; the list is read again after each. */
export function SourceHistory({ id, ranAt }: { id: string; ranAt: string | null }) {
  const pages = usePages<ImportRecord>([sourcesPath, id, 'runs', ranAt], (after) => readRuns(id, after));
  return (
    <Section
      title="Runs"
      actions={<ApiCall call={{ path: `${sourcesPath}/${id}/runs`, query: { limit: 30 }, isOperator: true }} />}
    >
      <LoadList from={pages} skeleton={<Skeleton className="h-60 w-full" />}>
        {(runs) => (
          <>
            <Gains runs={runs} />
            <Table
              label="Runs"
              columns={columns}
              rows={runs}
              rowKey={({ id }) => id}
              href={({ id }) => `/console/imports?import=${id}`}
              empty={<p className="rounded-md border border-dashed p-4 text-muted">No runs yet.</p>}
            />
          </>
        )}
      </LoadList>
    </Section>
  );
}

function Gains({ runs }: { runs: readonly ImportRecord[] }) {
  const shown = runs
    .filter(({ report }) => report !== null)
    .slice(0, charted)
    .reverse();
  if (shown.length < 2) return null;
  const values = (name: 'added' | 'pending') => shown.map(({ report }) => report?.[name] ?? 0);
  return (
    <Card>
      <StackedBars
        label="New hooks by run"
        points={shown.map(({ started_at }) => formatMoment(started_at).slice(0, -7))}
        series={[
          { name: 'Published', values: values('added'), tone: 'accent' },
          { name: 'Sent to review', values: values('pending'), tone: 'neutral' },
        ]}
        unit="hooks"
        height={140}
      />
    </Card>
  );
}

const none = <span className="text-faint">–</span>;

const count = (id: 'read' | 'added' | 'pending' | 'updated' | 'rejected', header: string): Column<ImportRecord> => ({
  id,
  header,
  align: 'right',
  cell: ({ report }) =>
    report ? <span className={report[id] === 0 ? 'text-faint' : ''}>{formatNumber(report[id])}</span> : none,
});

const columns: Column<ImportRecord>[] = [
  { id: 'started', header: 'Started', cell: ({ started_at }) => <Time at={started_at} /> },
  {
    id: 'state',
    header: 'State',
    className: 'max-w-90',
    cell: (run) => (
      <span className="stack gap-0.5 @max-2xl:justify-items-end">
        <ImportState of={run} />
        {run.error && <span className="text-xs wrap-anywhere text-muted @max-2xl:text-right">{run.error}</span>}
      </span>
    ),
  },
  { ...count('read', 'Read'), className: '@max-2xl:hidden' },
  count('added', 'Added'),
  count('pending', 'To review'),
  { ...count('updated', 'Updated'), className: '@max-2xl:hidden' },
  { ...count('rejected', 'Rejected'), className: '@max-2xl:hidden' },
  { id: 'took', header: 'Took', align: 'right', className: '@max-2xl:hidden', cell: (run) => durationOf(run) || none },
  { id: 'cost', header: 'Cost', align: 'right', cell: ({ usage }) => usageText(usage) || none },
];
