// RequestDialogs: approve a request with a plan and a message, or decline it with a reason.
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Approval, KeyRequestOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { approveKeyRequest, declineKeyRequest } from '../../api/operator-accounts.ts';
import { fittingPlan, inlinePriceText, limitText } from '../../api/plan-text.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import { MessageField, useMailText } from '../accounts/dialogs/mail-fields.tsx';
import { ChangeForm } from './change-form.tsx';
import { approveText, planTitle } from './request-text.ts';

export type OpenDecision = { type: 'approve' | 'decline'; request: KeyRequestOverview };

type RequestDialogsProps = {
  open: OpenDecision | undefined;
  plans: readonly PlanRecord[];
  onClose: () => void;
  onDecided: () => void;
};

export function RequestDialogs({ open, plans, onClose, onDecided }: RequestDialogsProps) {
  const [approval, setApproval] = useState<Approval>();
  const close = () => {
    setApproval(undefined);
    onClose();
  };
  const approved = (made: Approval) => {
    setApproval(made);
    onDecided();
  };
  const Approving = open?.request.kind === 'key' ? ApproveForm : ChangeForm;
  const title = approval ? 'Done' : open && titleOf(open, plans);
  return (
    <Dialog isOpen={open !== undefined} onClose={close} title={title ?? ''}>
      {approval ? (
        <Approved approval={approval} plans={plans} onDone={close} />
      ) : open?.type === 'decline' ? (
        <DeclineForm request={open.request} onClose={close} onDecided={onDecided} />
      ) : (
        open && <Approving request={open.request} plans={plans} onCancel={close} onApproved={approved} />
      )}
    </Dialog>
  );
}

function titleOf({ type, request }: OpenDecision, plans: readonly PlanRecord[]): string {
  const { name, same_email } = request;
  if (type === 'decline') return `Decline ${name}?`;
  if (request.kind === 'plan') return `Change plan to ${planTitle(plans, request.plan)}?`;
  if (request.kind === 'reactivation') return 'Reactivate account?';
  return `${same_email.account ? 'Send sign-in link to' : 'Approve'} ${name}`;
}

type ApproveFormProps = {
  request: KeyRequestOverview;
  plans: readonly PlanRecord[];
  onCancel: () => void;
  onApproved: (approval: Approval) => void;
};

function ApproveForm({ request, plans, onCancel, onApproved }: ApproveFormProps) {
  const { account } = request.same_email;
  const calls = request.expected_calls_per_month ?? 0;
  const suggested = fittingPlan(plans, calls);
  const options = plans.map((plan) => ({ value: plan.name, label: `${plan.title}, ${inlinePriceText(plan)}` }));
  const mailText = useMailText(request.email);
  return (
    <Form
      label={approveText(request, plans)}
      onSubmit={async (values) =>
        onApproved(await approveKeyRequest(request.id, { plan: values.text('plan'), message: values.text('message') }))
      }
    >
      {account ? (
        <p className="text-muted wrap-anywhere">
          <span className="text-ink">{request.email}</span> already has an account,{' '}
          <Link href={`/console/accounts/${account.id}`} className="text-ink underline">
            {account.name}
          </Link>
          . Anyone could have typed this email, so the account keeps its plan ({planTitle(plans, account.plan)}) and its
          owner gets a sign-in link.
        </p>
      ) : (
        <>
          <p className="text-muted wrap-anywhere">Creates an account. {mailText}</p>
          <SelectField
            name="plan"
            label="Plan"
            options={options}
            defaultValue={request.plan ?? suggested?.name}
            hint={
              suggested &&
              `${suggested.title} is the cheapest plan for ${plural(calls, 'call')} a month: ${limitText(suggested)}.`
            }
          />
        </>
      )}
      <MessageField />
      <FormActions submit={approveText(request, plans)} onCancel={onCancel} />
    </Form>
  );
}

type ApprovedProps = { approval: Approval; plans: readonly PlanRecord[]; onDone: () => void };

function Approved({ approval: { account, created, request }, plans, onDone }: ApprovedProps) {
  const doneButton = useRef<HTMLButtonElement>(null);
  // Replaces the form that had the focus, so the focus moves here.
  useEffect(() => doneButton.current?.focus(), []);
  return (
    <form className="stack gap-4" method="dialog" onSubmit={onDone}>
      <Banner tone="good" title={outcomeText({ account, created, request }, plans)}>
        <p>
          Plan: {planTitle(plans, account.plan)}. {useMailText(account.email)}
        </p>
      </Banner>
      <ButtonRow>
        <Button ref={doneButton} type="submit" kind="primary">
          Done
        </Button>
        <LinkButton href={`/console/accounts/${account.id}`}>Open account</LinkButton>
      </ButtonRow>
    </form>
  );
}

function outcomeText({ account, created, request: { kind } }: Approval, plans: readonly PlanRecord[]): string {
  const { name, plan } = account;
  if (created) return `Account ${name} created`;
  if (kind === 'plan') return `${name} is on ${planTitle(plans, plan)} now`;
  return kind === 'reactivation' ? `${name} is active again` : `Sign-in link sent to the account ${name}`;
}

type DeclineFormProps = { request: KeyRequestOverview; onClose: () => void; onDecided: () => void };

function DeclineForm({ request, onClose, onDecided }: DeclineFormProps) {
  return (
    <Form
      label="Decline"
      onSubmit={async (values) => {
        await declineKeyRequest(request.id, { reason: values.text('reason') });
        onDecided();
        onClose();
        toast(`Request of ${request.name} declined.`, 'good', ['View', '/console/requests?state=declined']);
      }}
    >
      <p className="text-muted wrap-anywhere">
        {useMailText(request.email, '')} You can’t undo this, but they can send another request.
      </p>
      <MessageField name="reason" label="Reason" />
      <FormActions submit="Decline" kind="danger" onCancel={onClose} />
    </Form>
  );
}
