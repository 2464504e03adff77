// The form of /request-a-key, and the plan that has room for what is written into it.
import { useState } from 'react';
import { Link } from 'wouter';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { fittingPlan, inlinePriceText, limitText } from '../../api/plan-text.ts';
import { Button } from '../../kit/forms/button.tsx';
import { NumberField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { ButtonRow, Form, type FormValues } from '../../kit/forms/form.tsx';

type RequestFormProps = {
  /** undefined where they cannot be read: the form works without. */
  plans: readonly PlanRecord[] | undefined;
  wanted: PlanRecord | undefined;
  onSubmit: (values: FormValues) => Promise<unknown>;
};

export function RequestForm({ plans, wanted, onSubmit }: RequestFormProps) {
  const [calls, setCalls] = useState('');
  return (
    <Form onSubmit={onSubmit} label="Request a key">
      <TextField
        name="name"
        label="Name"
        hint="Yours, or your company’s."
        autoComplete="name"
        maxLength={100}
        autoFocus
      />
      <TextField
        name="email"
        label="E-mail address"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="The decision goes there, and later the links that sign you in."
        maxLength={254}
      />
      <TextArea
        name="use_case"
        label="What is it for?"
        hint="A sentence or two: what you build, and for whom. At least 10 characters."
        defaultValue={wanted && `We would like the ${wanted.title} plan. It is for `}
        maxLength={2000}
      />
      <NumberField
        name="expected_calls_per_month"
        label="Expected calls a month"
        hint={<PlanHint plans={plans} wanted={wanted} calls={Number(calls)} />}
        value={calls}
        onChange={(event) => setCalls(event.target.value)}
        min={1}
        step={1}
      />
      <ButtonRow>
        <Button type="submit" kind="primary">
          Request a key
        </Button>
        <Link href="/" className="rounded-sm px-2 text-muted hover:text-ink">
          Cancel
        </Link>
      </ButtonRow>
    </Form>
  );
}

type PlanHintProps = Pick<RequestFormProps, 'plans' | 'wanted'> & { calls: number };

function PlanHint({ plans, wanted, calls }: PlanHintProps) {
  if (!plans || !(calls > 0)) return 'A guess will do.';
  const plan = fittingPlan(plans, calls);
  if (!plan) return 'More than any plan has room for: it will be agreed with you.';
  return (
    <span aria-live="polite">
      The smallest plan with room for it is <strong className="font-medium text-ink">{plan.title}</strong>:{' '}
      {limitText(plan)}, {inlinePriceText(plan)}.
      {wanted && wanted.name !== plan.name && ` You asked for ${wanted.title}: ${limitText(wanted)}.`}
    </span>
  );
}
