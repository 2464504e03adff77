// SourceTable: sources with state, schedule and actions.
import type { ReactNode } from 'react';
import type { Source } from '../../api/openapi.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { NextUpdate } from '../public/next-update.tsx';
import { describeLocation } from './form/locations.ts';
import { sourcePage } from './source-client.ts';
import { SourceState } from './source-state.tsx';

const never = <span className="text-faint">Never</span>;

const columns: Column<Source>[] = [
  {
    id: 'name',
    header: 'Source',
    className: 'max-w-90',
    cell: ({ name, location }) => (
      <span className="stack">
        <span className="wrap-anywhere">{name}</span>
        <span className="truncate text-xs font-normal text-muted" title={location}>
          {describeLocation(location)}
        </span>
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (source) => <SourceState of={source} /> },
  {
    id: 'every',
    header: 'Interval',
    className: 'sm:max-lg:hidden',
    cell: ({ runs_every }) => <code className="font-mono text-xs">{runs_every}</code>,
  },
  {
    id: 'next',
    header: 'Next run',
    cell: ({ next_run_at: at }) => (at ? <NextUpdate at={at} /> : <span className="text-faint">–</span>),
  },
  { id: 'last', header: 'Last run', cell: ({ last_run_at: at }) => (at ? <Time at={at} /> : never) },
  {
    id: 'success',
    header: 'Last success',
    className: 'sm:max-lg:hidden',
    cell: ({ last_success_at: at }) => (at ? <Time at={at} /> : never),
  },
];

type SourceTableProps = {
  sources: readonly Source[] | undefined;
  onRun: (source: Source, force?: boolean) => void;
  onEdit: (source: Source) => void;
  onToggle: (source: Source, enabled: boolean) => void;
  onDelete: (source: Source) => void;
  /** The button of the empty state. */
  add: ReactNode;
};

export function SourceTable({ sources, add, ...handlers }: SourceTableProps) {
  const actions: Column<Source> = {
    ...actionsColumn,
    className: 'w-14',
    cell: (source) => <Actions of={source} {...handlers} />,
  };
  return (
    <Table
      label="Sources"
      columns={[...columns, actions]}
      rows={sources}
      rowKey={({ id }) => id}
      href={({ id }) => sourcePage(id)}
      skeletonRows={4}
      empty={
        <EmptyState title="No sources yet" action={add}>
          Hookline checks a source on a schedule and imports new hooks.{' '}
          <a href="/docs/collecting" className="underline underline-offset-2">
            From sample data to a real catalog in five minutes
          </a>
        </EmptyState>
      }
    />
  );
}

type ActionsProps = Pick<SourceTableProps, 'onRun' | 'onEdit' | 'onToggle' | 'onDelete'> & { of: Source };

function Actions({ of: source, onRun, onEdit, onToggle, onDelete }: ActionsProps) {
  const isRunning = source.state === 'running';
  return (
    <Menu
      label={`Actions for ${source.name}`}
      items={[
        { label: 'Run now', icon: 'play', disabled: isRunning, onSelect: () => onRun(source) },
        {
          label: 'Run even if unchanged',
          icon: 'refresh',
          disabled: isRunning,
          onSelect: () => onRun(source, true),
        },
        { label: 'Edit…', icon: 'source', onSelect: () => onEdit(source) },
        source.enabled
          ? { label: 'Pause', icon: 'pause', onSelect: () => onToggle(source, false) }
          : { label: 'Resume', icon: 'play', onSelect: () => onToggle(source, true) },
        'separator',
        { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => onDelete(source) },
      ]}
    />
  );
}
