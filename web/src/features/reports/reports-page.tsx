// /console/reports: reports of hooks, pending ones oldest first, and the takedowns with what they block.
import { useState } from 'react';
import type { Report } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { TakedownDialog } from '../curation/takedown-dialog.tsx';
import { ReportList } from './report-list.tsx';
import { dismissReport, readReports, reportsPath } from './takedown-client.ts';
import { TakedownList } from './takedown-list.tsx';

const titles = { waiting: 'Pending', dismissed: 'Dismissed', taken_down: 'Taken down' } as const;
type State = keyof typeof titles;
const states = Object.keys(titles) as State[];
const pageSize = 25;

export function ReportsPage() {
  const waiting = useApi([reportsPath, 'count'], () => readReports({ state: 'waiting', limit: 1 }));
  const tabs = states.map((id) => ({
    id,
    label: titles[id],
    count: id === 'waiting' ? waiting.data?.total : undefined,
    panel: <Reports key={id} state={id} onDecided={() => void waiting.mutate()} />,
  }));
  const takedowns = { id: 'takedowns', label: 'Block list', panel: <TakedownList /> };
  return (
    <PageBody>
      <PageHeader
        title="Reports"
        description={
          <>
            From anyone, by{' '}
            <a href="/report" className="underline underline-offset-2">
              Report a hook
            </a>
            . Reporters aren’t notified of the decision.
          </>
        }
        call={{ path: reportsPath, query: { state: 'waiting' }, isOperator: true }}
      />
      <Tabs label="Reports by state" tabs={[...tabs, takedowns]} />
    </PageBody>
  );
}

type Decision = { kind: 'dismiss' | 'takedown'; report: Report };

function Reports({ state, onDecided }: { state: State; onDecided: () => void }) {
  const query = { state, limit: pageSize };
  const list = usePages([reportsPath, query], (after) => readReports({ ...query, after }));
  const [open, setOpen] = useState<Decision>();
  const close = () => setOpen(undefined);
  const changed = () => {
    list.mutate();
    onDecided();
  };
  const { hook, hook_id } = open?.report ?? {};
  return (
    <div className="stack gap-4">
      <LoadList
        from={list}
        skeleton={<Skeleton className="h-80 w-full" />}
        empty={
          <EmptyState title={state === 'waiting' ? 'No pending reports' : 'No such reports'}>
            {state === 'waiting' && 'New reports appear here, oldest first.'}
          </EmptyState>
        }
      >
        {(reports) => <ReportList reports={reports} onDecide={(kind, report) => setOpen({ kind, report })} />}
      </LoadList>
      <ConfirmDialog
        isOpen={open?.kind === 'dismiss'}
        onClose={close}
        title="Dismiss report"
        action="Dismiss report"
        onConfirm={async () => {
          if (open) await dismissReport(open.report.id);
          changed();
          toast('Report dismissed.', 'good', ['View', '/console/reports?tab=dismissed']);
        }}
      >
        The hook stays as it is. The report is kept for 90 days, and the reporter is not notified.
      </ConfirmDialog>
      {open?.kind === 'takedown' && hook && hook_id && (
        <TakedownDialog hook={{ id: hook_id, text: hook.text }} onClose={close} onDone={changed} />
      )}
    </div>
  );
}
