// ExportsTable: the table of /console/exports.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ExportOverview } from '../../api/openapi.ts';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { capitalized, formatMoment, formatMs } from '../../kit/page/format.ts';
import { describeFilters } from '../filters/filter-text.ts';
import { countColumns, deleteItems, ExportStatus, exportTones } from './export-cells.tsx';

export const exportStatuses = Object.keys(exportTones).map((value) => ({ value, label: capitalized(value) }));

const none = <span className="text-faint">–</span>;

const columns: Column<ExportOverview>[] = [
  {
    id: 'account',
    header: 'Account',
    cell: ({ account_id, account_name, export_id }) => (
      <span className="block">
        <Link href={`/console/accounts/${account_id}`} className="font-medium wrap-anywhere hover:text-accent">
          {account_name}
        </Link>
        <span className="block font-mono text-xs text-muted">{export_id}</span>
      </span>
    ),
  },
  {
    id: 'content',
    header: 'Content',
    cell: ({ format, filters }) => (
      <span className="block max-w-64 @max-2xl:text-right">
        {format}
        <span className="block text-xs wrap-anywhere text-muted">{describeFilters(filters)}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <ExportStatus of={row} />,
  },
  ...countColumns,
  { id: 'duration', header: 'Duration', align: 'right', cell: (row) => durationOf(row) ?? none },
  { id: 'created', header: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];

type ExportsTableProps = {
  exports: readonly ExportOverview[] | undefined;
  onDelete: (row: ExportOverview) => void;
  empty: ReactNode;
};

export function ExportsTable({ exports, onDelete, empty }: ExportsTableProps) {
  const actions: Column<ExportOverview> = {
    ...actionsColumn,
    className: 'w-14',
    cell: (row) => {
      const items = itemsOf(row, onDelete);
      return items.length > 0 && <Menu label={`Actions for ${row.export_id}`} items={items} />;
    },
  };
  return (
    <Table
      label="Exports"
      columns={[...columns, actions]}
      rows={exports}
      rowKey={({ export_id }) => export_id}
      skeletonRows={6}
      empty={empty}
    />
  );
}

function itemsOf(row: ExportOverview, onDelete: (row: ExportOverview) => void): MenuItem[] {
  const { download_url } = row;
  const download: MenuItem[] = download_url
    ? [{ label: 'Download', icon: 'export', onSelect: () => location.assign(download_url) }]
    : [];
  return [...download, ...deleteItems(row, () => onDelete(row))];
}

function durationOf({ created_at, completed_at, status }: ExportOverview): ReactNode {
  if (completed_at === null || status === 'canceled') return undefined;
  const ms = Date.parse(completed_at) - Date.parse(created_at);
  return <span title={`Completed ${formatMoment(completed_at)}`}>{formatMs(ms)}</span>;
}
