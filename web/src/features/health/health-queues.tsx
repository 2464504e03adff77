// Queues: job counts per queue by state, with the oldest job and the last error.
import { useState } from 'react';
import type { OperatorHealth } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';

type Queues = NonNullable<OperatorHealth['queues']>;
type Row = Queues[string] & { name: string };

const counted = (name: 'waiting' | 'active' | 'retrying' | 'failed', header: string): Column<Row> => ({
  id: name,
  header,
  align: 'right',
  cell: ({ [name]: count }) => (
    <span className={count === 0 ? 'text-faint' : name === 'failed' ? 'font-medium text-bad' : 'font-medium'}>
      {formatNumber(count)}
    </span>
  ),
});

const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Queue',
    cell: ({ name, error }) => (
      <div className="grid gap-0.5">
        <span className="font-medium">{name}</span>
        {error && <span className="text-xs text-bad wrap-anywhere">{error}</span>}
      </div>
    ),
  },
  counted('waiting', 'Waiting'),
  counted('active', 'Running'),
  counted('retrying', 'Retrying'),
  counted('failed', 'Failed'),
  {
    id: 'oldest',
    header: 'Oldest',
    align: 'right',
    cell: ({ oldest_at: at }) => (at ? <Time at={at} /> : <span className="text-faint">–</span>),
  },
];

export function Queues({ queues }: { queues: Queues }) {
  const [isWhole, setWhole] = useState(false);
  const rows = Object.entries(queues).map(([name, queue]) => ({ name, ...queue }));
  const busy = rows.filter(isBusy);
  const idle = rows.length - busy.length;
  return (
    <Section
      title="Background jobs"
      description="Jobs survive restarts."
      actions={
        idle > 0 && (
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide empty queues' : 'Show all queues'}
          </Button>
        )
      }
    >
      {(isWhole || busy.length > 0) && (
        <Table label="Queues" columns={columns} rows={isWhole ? rows : busy} rowKey={({ name }) => name} />
      )}
      {!isWhole && idle > 0 && (
        <p className="text-muted">
          {busy.length === 0 ? 'All queues are empty.' : `${plural(idle, 'queue is', 'queues are')} empty.`}
        </p>
      )}
    </Section>
  );
}

/** Whether the queue has jobs or an error. */
function isBusy({ waiting, active, retrying, failed, error }: Row): boolean {
  return waiting + active + retrying + failed > 0 || !!error;
}
