// The table of /console/exports.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ExportOverview } from '../../../src/exports/overview.ts';
import { Badge, type Tone } from '../kit/badge.tsx';
import { formatBytes, formatMoment, formatMs, formatNumber } from '../kit/format.ts';
import { Menu, type MenuItem } from '../kit/menu.tsx';
import { type Column, Table } from '../kit/table.tsx';
import { Time } from '../kit/time.tsx';

type Status = ExportOverview['status'];

const tones: Record<Status, Tone> = {
  processing: 'accent',
  complete: 'good',
  failed: 'bad',
  canceled: 'neutral',
  expired: 'neutral',
};

export const exportStatuses = (Object.keys(tones) as Status[]).map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

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
    id: 'what',
    header: 'What',
    cell: ({ format, filters }) => (
      <span className="block max-w-64 max-sm:text-right">
        {format}
        <span className="block text-xs wrap-anywhere text-muted">{filterWords(filters)}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, error }) => (
      <span className="block max-w-64 max-sm:text-right">
        <Badge tone={tones[status]}>{status}</Badge>
        {error && <span className="block text-xs wrap-anywhere text-bad">{error}</span>}
      </span>
    ),
  },
  { id: 'records', header: 'Records', align: 'right', cell: (one) => <Records of={one} /> },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    cell: ({ size_bytes }) => (size_bytes === null ? none : formatBytes(size_bytes)),
  },
  { id: 'took', header: 'Took', align: 'right', cell: (one) => tookOf(one) ?? none },
  { id: 'asked', header: 'Asked for', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];

type ExportsTableProps = {
  exports: readonly ExportOverview[] | undefined;
  onEnd: (one: ExportOverview) => void;
  empty: ReactNode;
};

export function ExportsTable({ exports, onEnd, empty }: ExportsTableProps) {
  const actions: Column<ExportOverview> = {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    className: 'w-14',
    cell: (one) => {
      const items = itemsOf(one, onEnd);
      return items.length > 0 && <Menu label={`Actions for ${one.export_id}`} items={items} />;
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

function itemsOf(one: ExportOverview, onEnd: (one: ExportOverview) => void): MenuItem[] {
  const { status, download_url } = one;
  return [
    ...(download_url
      ? [{ label: 'Download', icon: 'export', onSelect: () => location.assign(download_url) } as const]
      : []),
    ...(status === 'processing' || status === 'complete'
      ? [
          {
            label: status === 'processing' ? 'Cancel…' : 'Delete the file…',
            icon: 'trash',
            danger: true,
            onSelect: () => onEnd(one),
          } as const,
        ]
      : []),
  ];
}

function Records({ of: { records, estimated_records, truncated, total_matching } }: { of: ExportOverview }) {
  if (records === null) return <span className="text-muted">about {formatNumber(estimated_records)}</span>;
  if (!truncated) return formatNumber(records);
  return (
    <span title={`The plan ends before the ${formatNumber(total_matching)} that match.`}>
      {formatNumber(records)} <span className="text-muted">of {formatNumber(total_matching)}</span>
    </span>
  );
}

function tookOf({ created_at, completed_at, status }: ExportOverview): ReactNode {
  if (completed_at === null || status === 'canceled') return undefined;
  const ms = Date.parse(completed_at) - Date.parse(created_at);
  return <span title={`Done ${formatMoment(completed_at)}`}>{formatMs(ms)}</span>;
}

function filterWords(filters: ExportOverview['filters']): string {
  const words = Object.entries(filters).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
  return words.length > 0 ? words.join(' · ') : 'all hooks';
}
