// Approving a key request, with the plan and a message, and what came of it; declining one, with a reason.
import { useEffect, useRef, useState } from 'react';
import type { Approval } from '../../../../src/accounts/key-request.ts';
import type { KeyRequestOverview } from '../../../../src/accounts/queries.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { approveKeyRequest, declineKeyRequest } from '../../api/operator-accounts.ts';
import { fittingPlan, limitWords, priceWithin } from '../../api/plan-text.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { SelectField, TextArea } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';

export type OpenDecision = { what: 'approve' | 'decline'; request: KeyRequestOverview };

type RequestDialogsProps = {
  open: OpenDecision | undefined;
  plans: readonly PlanRecord[];
  onClose: () => void;
  onDecided: () => void;
};

const longestWords = 2000;

export function RequestDialogs({ open, plans, onClose, onDecided }: RequestDialogsProps) {
  const [approval, setApproval] = useState<Approval>();
  const close = () => {
    setApproval(undefined);
    onClose();
  };
  const title = approval
    ? 'Approved'
    : open?.what === 'decline'
      ? `Decline ${open.request.name}`
      : `Approve ${open?.request.name}`;
  return (
    <Dialog isOpen={open !== undefined} onClose={close} title={title}>
      {approval ? (
        <Approved approval={approval} onDone={close} />
      ) : open?.what === 'decline' ? (
        <DeclineForm request={open.request} onClose={close} onDecided={onDecided} />
      ) : (
        open && (
          <ApproveForm
            request={open.request}
            plans={plans}
            onCancel={close}
            onApproved={(made) => {
              setApproval(made);
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
    label: `${plan.title}: ${limitWords(plan)}, ${priceWithin(plan)}`,
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
          <span className="text-ink">{request.email}</span> already has the account {account.name}, which keeps its plan
          ({account.plan}). A link that signs in to it is mailed.
        </p>
      ) : (
        <>
          <p className="text-muted wrap-anywhere">
            The account is made at once. A link that signs in to it is mailed to{' '}
            <span className="text-ink">{request.email}</span>.
          </p>
          <SelectField
            name="plan"
            label="Plan"
            options={options}
            defaultValue={suggested?.name}
            hint={`${suggested?.title} is the cheapest that serves the ${formatNumber(request.expected_calls_per_month)} calls a month that are expected.`}
          />
        </>
      )}
      <TextArea
        name="message"
        label="Message"
        hint="In the mail, if you write one."
        rows={3}
        maxLength={longestWords}
      />
      <FormActions submit="Approve" onCancel={onCancel} />
    </Form>
  );
}

function Approved({ approval: { account, created }, onDone }: { approval: Approval; onDone: () => void }) {
  const done = useRef<HTMLButtonElement>(null);
  // It takes the place of a form, whose focus would be lost.
  useEffect(() => done.current?.focus(), []);
  return (
    <form className="stack gap-4" method="dialog" onSubmit={onDone}>
      <Banner tone="good" title={created ? `The account ${account.name} is made` : `${account.name} has an account`}>
        <p>
          Plan: {account.plan}. A mail with a link that signs in is on its way to{' '}
          <span className="wrap-anywhere">{account.email}</span>.
        </p>
      </Banner>
      <ButtonRow>
        <Button ref={done} type="submit" kind="primary">
          Done
        </Button>
        <LinkButton href={`/console/accounts/${account.id}`}>Open the account</LinkButton>
      </ButtonRow>
    </form>
  );
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
        <span className="text-ink">{request.email}</span> gets a mail that says so, and no account. This cannot be taken
        back; they may ask again.
      </p>
      <TextArea name="reason" label="Reason" hint="In the mail, if you write one." rows={3} maxLength={longestWords} />
      <FormActions submit="Decline" kind="danger" onCancel={onClose} />
    </Form>
  );
}
