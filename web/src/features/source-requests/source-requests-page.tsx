// /console/source-requests: creators and topics that customers ask for, pending ones oldest first.
import { useState } from 'react';
import { request, requestBody, waitingPath } from '../../api/client.ts';
import type { OperatorSourceRequest, SourceRequestPage, Waiting } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import { LoadList } from '../../kit/page/load-list.tsx';
import { MessageField } from '../accounts/dialogs/mail-fields.tsx';
import { searchSourcePage, sourcePage } from '../sources/source-client.ts';

const path = '/operator/source-requests';
const titles = { pending: 'Pending', approved: 'Approved', collected: 'Collected', declined: 'Declined' } as const;
type State = keyof typeof titles;
const states = Object.keys(titles) as State[];

const decide = (id: string, decision: 'approve' | 'decline', body: object = {}) =>
  request<OperatorSourceRequest>('POST', `${path}/${id}/${decision}`, { body });

export function SourceRequestsPage() {
  const { data: waiting } = useApi<Waiting>(waitingPath);
  const tabs = states.map((id) => ({
    id,
    label: titles[id],
    count: id === 'pending' ? waiting?.source_requests : undefined,
    panel: <Requests key={id} state={id} />,
  }));
  return (
    <PageBody>
      <PageHeader
        title="Source requests"
        description="Requested by customers, who are emailed when the first hooks arrive."
        call={{ path, query: { state: 'pending' }, isOperator: true }}
      />
      <Tabs label="Source requests by state" name="state" tabs={tabs} />
    </PageBody>
  );
}

function Requests({ state }: { state: State }) {
  const list = usePages([path, state], async (after) => {
    const { source_requests: data, ...page } = await requestBody<SourceRequestPage>(path, { state, after, limit: 25 });
    return { data, ...page };
  });
  const [declined, setDeclined] = useState<OperatorSourceRequest>();
  const approve = async ({ request_id }: OperatorSourceRequest) => {
    try {
      const { source, location } = await decide(request_id, 'approve');
      if (source) toast(`${source} is collected.`, 'good', ['View source', sourcePage(source)]);
      else toast('Approved. Add a source that collects it.', 'good', ['Add source', searchSourcePage(location)]);
    } catch (error) {
      toastError(error);
    }
    list.mutate();
  };
  return (
    <div className="stack gap-4">
      <LoadList
        from={list}
        skeleton={<Skeleton className="h-80 w-full" />}
        empty={<EmptyState title={`No ${state} source requests`} />}
      >
        {(requests) => (
          <ul aria-label="Source requests" className="divide-y rounded-md border bg-surface">
            {requests.map((one) => (
              <Row key={one.request_id} request={one} onApprove={approve} onDecline={setDeclined} />
            ))}
          </ul>
        )}
      </LoadList>
      {declined && (
        <Dialog isOpen onClose={() => setDeclined(undefined)} title="Decline source request">
          <Form
            label="Decline"
            onSubmit={async (values) => {
              await decide(declined.request_id, 'decline', { reason: values.text('reason') });
              list.mutate();
              setDeclined(undefined);
            }}
          >
            <p className="text-muted wrap-anywhere">{declined.account.name} is notified by email.</p>
            <MessageField name="reason" label="Reason" />
            <FormActions submit="Decline" kind="danger" onCancel={() => setDeclined(undefined)} />
          </Form>
        </Dialog>
      )}
    </div>
  );
}

type Decide = (request: OperatorSourceRequest) => void;
type RowProps = { request: OperatorSourceRequest; onApprove: Decide; onDecline: Decide };

function Row({ request, onApprove, onDecline }: RowProps) {
  const { location, reason, answer, account, collects, source, state, hooks, created_at } = request;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
      <div className="stack min-w-0 flex-1 basis-80 gap-2 wrap-anywhere">
        {/* Not a link, since a customer chose the target. */}
        <p dir="auto" className="font-medium">
          {location}
        </p>
        {reason && <p dir="auto">{reason}</p>}
        {answer && <p className="whitespace-pre-line text-muted">Reply: {answer}</p>}
        <p className="text-xs text-muted">
          {account.name}, <Time at={created_at} />
          {hooks > 0 && ` · ${plural(hooks, 'hook')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'pending' && (
          <>
            <Button small icon="check" onClick={() => onApprove(request)}>
              {collects ? 'Collect' : 'Approve'}
            </Button>
            <Button small kind="ghost" onClick={() => onDecline(request)}>
              Decline…
            </Button>
          </>
        )}
        {source && (
          <LinkButton small href={sourcePage(source)}>
            Open source
          </LinkButton>
        )}
        {state === 'approved' && !source && (
          <LinkButton small icon="plus" href={searchSourcePage(location)}>
            Add source
          </LinkButton>
        )}
      </div>
    </li>
  );
}
