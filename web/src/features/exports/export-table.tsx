// ExportTable: the account's exports with status, file and actions.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/display/badge.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { describeFilters } from '../filters/hook-filters.ts';
import { countColumns, deleteItems, ExportStatus } from './export-cells.tsx';

type ExportActions = {
  onDuplicate: (one: Export) => void;
  /** Cancels the export or deletes its file. */
  onDelete: (one: Export) => void;
};

type ExportTableProps = ExportActions & { exports: readonly Export[] | undefined; empty: ReactNode };

const columns: Column<Export>[] = [
  { id: 'export', header: 'Export', cell: (one) => <Content of={one} /> },
  { id: 'status', header: 'Status', cell: (one) => <ExportStatus of={one} /> },
  ...countColumns,
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

export function ExportTable({ exports, empty, ...actions }: ExportTableProps) {
  const actionColumn: Column<Export> = {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    className: 'w-40',
    cell: (one) => <Actions of={one} {...actions} />,
  };
  return (
    <Table
      label="Exports, newest first"
      columns={[...columns, actionColumn]}
      rows={exports}
      rowKey={({ export_id }) => export_id}
      empty={empty}
    />
  );
}

function Content({ of: one }: { of: Export }) {
  return (
    <div className={`stack min-w-40 gap-1 sm:py-1 ${one.download_url ? 'max-sm:pr-24' : ''}`}>
      <span className="flex items-start gap-2">
        <Badge>{one.format}</Badge>
        <span className="font-medium wrap-anywhere">{describeFilters(one.filters)}</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs text-muted">
        {one.export_id}
        {one.sha256 && (
          <span className="inline-flex items-center" title={one.sha256}>
            sha256 {one.sha256.slice(0, 8)}…
            <CopyButton text={one.sha256} label={`Copy SHA-256 of ${one.export_id}`} />
          </span>
        )}
      </span>
    </div>
  );
}

function Actions({ of: one, onDuplicate, onDelete }: { of: Export } & ExportActions) {
  const duplicate: MenuItem = { label: 'Export again…', icon: 'refresh', onSelect: () => onDuplicate(one) };
  return (
    <span className="inline-flex items-center gap-1">
      {one.download_url && (
        <LinkButton href={one.download_url} small icon="export" isOutside>
          Download
        </LinkButton>
      )}
      <Menu label={`Actions for ${one.export_id}`} items={[duplicate, ...deleteItems(one, () => onDelete(one))]} />
    </span>
  );
}
