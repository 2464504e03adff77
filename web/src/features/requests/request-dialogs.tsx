// RequestDialogs: approve a key request with a plan and a message, or decline it with a reason.
import { useEffect, useRef, useState } from 'react';
import type { Approval, KeyRequestOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { approveKeyRequest, declineKeyRequest } from '../../api/operator-accounts.ts';
import { fittingPlan, inlinePriceText, limitText } from '../../api/plan-text.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { SelectField, TextArea } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';

export type OpenDecision = { type: 'approve' | 'decline'; request: KeyRequestOverview };

type RequestDialogsProps = {
  open: OpenDecision | undefined;
  plans: readonly PlanRecord[];
  onClose: () => void;
  onDecided: () => void;
};

const maxMessageLength = 2000;

export function RequestDialogs({ open, plans, onClose, onDecided }: RequestDialogsProps) {
  const [approval, setApproval] = useState<Approval>();
  const close = () => {
    setApproval(undefined);
    onClose();
  };
  const title = approval
    ? 'Approved'
    : open?.type === 'decline'
      ? `Decline ${open.request.name}`
      : `Approve ${open?.request.name}`;
  return (
    <Dialog isOpen={open !== undefined} onClose={close} title={title}>
      {approval ? (
        <Approved approval={approval} plans={plans} onDone={close} />
      ) : open?.type === 'decline' ? (
        <DeclineForm request={open.request} onClose={close} onDecided={onDecided} />
      ) : (
        open && (
          <ApproveForm
            request={open.request}
            plans={plans}
            onCancel={close}
            onApproved={(approved) => {
              setApproval(approved);
              onDecided();
            }}
          />
        )
      )}
    </Dialog>
  );
}

type ApproveFormProps = {
  request: KeyRequestOverview;
  plans: readonly PlanRecord[];
  onCancel: () => void;
  onApproved: (approval: Approval) => void;
};

function ApproveForm({ request, plans, onCancel, onApproved }: ApproveFormProps) {
  const { account } = request.same_email;
  const suggested = fittingPlan(plans, request.expected_calls_per_month);
  const options = plans.map((plan) => ({
    value: plan.name,
    label: `${plan.title}: ${limitText(plan)}, ${inlinePriceText(plan)}`,
  }));
  return (
    <Form
      label="Approve"
      onSubmit={async (values) =>
        onApproved(await approveKeyRequest(request.id, { plan: values.text('plan'), message: values.text('message') }))
      }
    >
      {account ? (
        <p className="text-muted wrap-anywhere">
          <span className="text-ink">{request.email}</span> already has an account, {account.name}. It keeps its plan (
          {planTitle(plans, account.plan)}) and gets a new sign-in link by email.
        </p>
      ) : (
        <>
          <p className="text-muted wrap-anywhere">
            Creates an account and emails a sign-in link to <span className="text-ink">{request.email}</span>.
          </p>
          <SelectField
            name="plan"
            label="Plan"
            options={options}
            defaultValue={request.plan ?? suggested?.name}
            hint={
              suggested &&
              `${suggested.title} is the cheapest plan for ${formatNumber(request.expected_calls_per_month)} calls a month.`
            }
          />
        </>
      )}
      <TextArea
        name="message"
        label="Message"
        hint="Optional. Included in the email."
        rows={3}
        maxLength={maxMessageLength}
      />
      <FormActions submit="Approve" onCancel={onCancel} />
    </Form>
  );
}

type ApprovedProps = { approval: Approval; plans: readonly PlanRecord[]; onDone: () => void };

function Approved({ approval: { account, created }, plans, onDone }: ApprovedProps) {
  const doneButton = useRef<HTMLButtonElement>(null);
  // Replaces the form that had the focus, so the focus moves here.
  useEffect(() => doneButton.current?.focus(), []);
  return (
    <form className="stack gap-4" method="dialog" onSubmit={onDone}>
      <Banner
        tone="good"
        title={created ? `Account ${account.name} created` : `Sign-in link sent to the account ${account.name}`}
      >
        <p>
          Plan: {planTitle(plans, account.plan)}. A sign-in link is on its way to{' '}
          <span className="wrap-anywhere">{account.email}</span>.
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

function planTitle(plans: readonly PlanRecord[], name: string): string {
  return plans.find((plan) => plan.name === name)?.title ?? name;
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
      }}
    >
      <p className="text-muted wrap-anywhere">
        Emails <span className="text-ink">{request.email}</span> that the request was declined. You can’t undo this, but
        they can request a key again.
      </p>
      <TextArea
        name="reason"
        label="Reason"
        hint="Optional. Included in the email."
        rows={3}
        maxLength={maxMessageLength}
      />
      <FormActions submit="Decline" kind="danger" onCancel={onClose} />
    </Form>
  );
}
