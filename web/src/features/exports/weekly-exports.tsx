// WeeklyExports: the account's weekly exports with their next run and actions. Renders nothing without any.
import type { ExportSchedule } from '@hookline/sdk';
import { useState } from 'react';
import { changeSchedule, deleteSchedule } from '../../api/exports.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Badge, StatusDot } from '../../kit/display/badge.tsx';
import { Section } from '../../kit/display/card.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Menu } from '../../kit/overlay/menu.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { changeQuery } from '../../kit/page/query-state.ts';
import { FilterLine } from '../filters/filter-line.tsx';
import { fieldsText } from './export-fields.ts';
import { stateText, weeklyText } from './weekly.ts';

type WeeklyExportsProps = { schedules: readonly ExportSchedule[]; isViewOnly?: boolean; onChanged: () => void };

const columns: Column<ExportSchedule>[] = [
  { id: 'export', header: 'Export', cell: (row) => <Content of={row} /> },
  { id: 'when', header: 'When', cell: weeklyText },
  {
    id: 'next',
    header: 'Next run',
    cell: ({ next_run_at }) => (next_run_at ? <Time at={next_run_at} /> : <span className="text-faint">–</span>),
  },
  { id: 'status', header: 'Status', cell: (row) => <State of={row} /> },
];

export default function WeeklyExports({ schedules, isViewOnly, onChanged }: WeeklyExportsProps) {
  const [deleting, setDeleting] = useState<ExportSchedule>();
  if (schedules.length === 0) return null;
  const setStatus = ({ schedule_id }: ExportSchedule, status: ExportSchedule['status']) =>
    void changeSchedule(schedule_id, { status }).then(onChanged, toastError);
  const actions: Column<ExportSchedule> = {
    ...actionsColumn,
    cell: (row) => (
      <Menu
        label={`Actions for ${row.schedule_id}`}
        items={[
          { label: 'Edit…', icon: 'review', onSelect: () => changeQuery({ schedule: row.schedule_id }) },
          row.status === 'active'
            ? { label: 'Pause', icon: 'pause', onSelect: () => setStatus(row, 'paused') }
            : { label: 'Resume', icon: 'play', onSelect: () => setStatus(row, 'active') },
          { label: 'Delete…', icon: 'trash', danger: true, onSelect: () => setDeleting(row) },
        ]}
      />
    ),
  };
  return (
    <Section
      title="Weekly exports"
      description="You get an email when the file is ready. It counts as an export of that day."
      actions={<ApiCall call={{ path: '/exports/schedules' }} title="List weekly exports with the API" />}
    >
      <Table
        label="Weekly exports"
        columns={isViewOnly ? columns : [...columns, actions]}
        rows={schedules}
        rowKey={({ schedule_id }) => schedule_id}
      />
      <ConfirmDialog
        isOpen={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title="Delete weekly export"
        action="Delete weekly export"
        onConfirm={async () => {
          if (deleting) await deleteSchedule(deleting.schedule_id);
          onChanged();
        }}
      >
        <p className="font-medium text-ink wrap-anywhere">{deleting && <FilterLine of={deleting.filters} />}</p>
        <p>It stops running. The exports it created stay.</p>
      </ConfirmDialog>
    </Section>
  );
}

function Content({ of: { format, filters, fields } }: { of: ExportSchedule }) {
  return (
    <div className="stack min-w-40 gap-1 sm:py-1">
      <span className="flex items-start gap-2">
        <Badge>{format}</Badge>
        <span className="font-medium wrap-anywhere">
          <FilterLine of={filters} />
        </span>
      </span>
      {fields && <span className="text-xs text-muted wrap-anywhere">{fieldsText(fields)}</span>}
    </div>
  );
}

function State({ of: row }: { of: ExportSchedule }) {
  const text = stateText(row);
  return (
    <div className="stack gap-1 sm:w-52 max-sm:justify-items-end max-sm:text-right">
      <StatusDot tone={row.status === 'active' ? 'good' : 'warn'}>
        {row.status === 'active' ? 'Active' : 'Paused'}
      </StatusDot>
      {text && <span className="text-xs text-muted wrap-anywhere">{text}</span>}
      {row.last_run_at && (
        <span className="text-xs text-muted">
          Last run <Time at={row.last_run_at} format={formatMoment} />
        </span>
      )}
    </div>
  );
}
