// The table of exports: what each holds, how far it is, its file, and what may be done with it.
import type { Export } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Badge } from '../../kit/display/badge.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { describeFilters } from '../filters/hook-filters.ts';
import { countColumns, ExportState, endItems } from './export-cells.tsx';

type ExportActions = {
  onAgain: (one: Export) => void;
  /** Cancels it, or deletes its file. */
  onEnd: (one: Export) => void;
};

type ExportTableProps = ExportActions & { exports: readonly Export[] | undefined; empty: ReactNode };

const columns: Column<Export>[] = [
  { id: 'what', header: 'Export', cell: (one) => <What of={one} /> },
  { id: 'status', header: 'State', cell: (one) => <ExportState of={one} /> },
  ...countColumns,
  { id: 'created', header: 'Asked for', cell: ({ created_at }) => <Time at={created_at} /> },
];

export function ExportTable({ exports, empty, ...actions }: ExportTableProps) {
  const last: Column<Export> = {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    className: 'w-40',
    cell: (one) => <Actions of={one} {...actions} />,
  };
  return (
    <Table
      label="Exports, the newest first"
      columns={[...columns, last]}
      rows={exports}
      rowKey={({ export_id }) => export_id}
      empty={empty}
    />
  );
}

function What({ of: one }: { of: Export }) {
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
            <CopyButton text={one.sha256} label={`Copy the SHA-256 of ${one.export_id}`} />
          </span>
        )}
      </span>
    </div>
  );
}

function Actions({ of: one, onAgain, onEnd }: { of: Export } & ExportActions) {
  const again: MenuItem = { label: 'Make again…', icon: 'refresh', onSelect: () => onAgain(one) };
  return (
    <span className="inline-flex items-center gap-1">
      {one.download_url && (
        <LinkButton href={one.download_url} small icon="export" isOutside>
          Download
        </LinkButton>
      )}
      <Menu label={`Actions for ${one.export_id}`} items={[again, ...endItems(one, () => onEnd(one))]} />
    </span>
  );
}
