// ExportTable: the account's exports with status, file and actions.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/display/badge.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { FilterLine } from '../filters/filter-line.tsx';
import { countColumns, deleteItems, ExportStatus } from './export-cells.tsx';
import { fieldsText } from './export-fields.ts';

type ExportActions = {
  isViewOnly?: boolean;
  onDuplicate: (row: Export) => void;
  /** Cancels the export or deletes its file. */
  onDelete: (row: Export) => void;
};

type ExportTableProps = ExportActions & { exports: readonly Export[] | undefined; empty: ReactNode };

const columns: Column<Export>[] = [
  { id: 'export', header: 'Export', cell: (row) => <Content of={row} /> },
  { id: 'status', header: 'Status', cell: (row) => <ExportStatus of={row} /> },
  ...countColumns,
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

export function ExportTable({ exports, empty, ...actions }: ExportTableProps) {
  const actionColumn: Column<Export> = {
    ...actionsColumn,
    className: 'w-40',
    cell: (row) => <Actions of={row} {...actions} />,
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

function Content({ of: row }: { of: Export }) {
  return (
    <div className={`stack min-w-40 gap-1 @2xl:py-1 ${row.download_url ? '@max-2xl:pr-24' : ''}`}>
      <span className="flex items-start gap-2">
        <Badge>{row.format}</Badge>
        <span className="font-medium wrap-anywhere">
          <FilterLine of={row.filters} />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 font-mono text-xs text-muted">
        {row.export_id}
        {row.schedule_id && <span className="font-sans">weekly</span>}
        {row.sha256 && (
          <span className="inline-flex items-center" title={row.sha256}>
            sha256 {row.sha256.slice(0, 8)}…
            <CopyButton text={row.sha256} label={`Copy SHA-256 of ${row.export_id}`} />
          </span>
        )}
      </span>
      {row.fields && <span className="text-xs text-muted wrap-anywhere">{fieldsText(row.fields)}</span>}
    </div>
  );
}

function Actions({ of: row, isViewOnly, onDuplicate, onDelete }: { of: Export } & ExportActions) {
  const duplicate: MenuItem = { label: 'Export again…', icon: 'refresh', onSelect: () => onDuplicate(row) };
  return (
    <span className="inline-flex items-center gap-1">
      {row.download_url && (
        <LinkButton href={row.download_url} small icon="export" isOutside>
          Download
        </LinkButton>
      )}
      {!isViewOnly && (
        <Menu label={`Actions for ${row.export_id}`} items={[duplicate, ...deleteItems(row, () => onDelete(row))]} />
      )}
    </span>
  );
}
