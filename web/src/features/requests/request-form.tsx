// Form of /request-a-key, with the recommended plan for the expected calls.
import { useState } from 'react';
import { Link } from 'wouter';
import type { Plan } from '../../api/openapi.ts';
import { fittingPlan, inlinePriceText, limitText } from '../../api/plan-text.ts';
import { Button, ButtonRow } from '../../kit/forms/button.tsx';
import { EmailField, NumberField, SelectField, TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';

type RequestFormProps = {
  /** undefined when they cannot be loaded; the form works without them. */
  plans: readonly Plan[] | undefined;
  selected: Plan | undefined;
  onSubmit: (values: FormValues) => Promise<unknown>;
};

export function RequestForm({ plans, selected, onSubmit }: RequestFormProps) {
  const [calls, setCalls] = useState('');
  const [wanted, setWanted] = useState(selected?.name ?? '');
  return (
    <Form onSubmit={onSubmit} label="Request a key">
      <TextField
        name="name"
        label="Name"
        hint="Your name or your company’s."
        autoComplete="name"
        maxLength={100}
        autoFocus
      />
      <EmailField autoComplete="email" hint="For the decision and your sign-in links." />
      <TextArea
        name="use_case"
        label="What are you building?"
        hint="A sentence or two, at least 10 characters."
        maxLength={2000}
      />
      <NumberField
        name="expected_calls_per_month"
        label="Expected calls per month"
        hint={<PlanHint plans={plans} selected={plans?.find(({ name }) => name === wanted)} calls={Number(calls)} />}
        value={calls}
        onChange={(event) => setCalls(event.target.value)}
        min={1}
        step={1}
      />
      {plans && (
        <SelectField
          name="plan"
          label="Plan"
          hint="Optional."
          options={[
            { value: '', label: 'Not sure yet' },
            ...plans.map((plan) => ({ value: plan.name, label: `${plan.title}: ${limitText(plan)}` })),
          ]}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
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

type PlanHintProps = Pick<RequestFormProps, 'plans' | 'selected'> & { calls: number };

function PlanHint({ plans, selected, calls }: PlanHintProps) {
  if (!plans || !(calls > 0)) return 'An estimate is fine.';
  const plan = fittingPlan(plans, calls);
  if (!plan) return 'More than any plan includes. We’ll agree on a custom limit.';
  return (
    <span aria-live="polite">
      Recommended plan: <strong className="font-medium text-ink">{plan.title}</strong>, {limitText(plan)},{' '}
      {inlinePriceText(plan)}.
      {selected && selected.name !== plan.name && ` You selected ${selected.title}: ${limitText(selected)}.`}
    </span>
  );
}
