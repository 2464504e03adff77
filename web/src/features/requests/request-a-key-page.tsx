// /request-a-key: the key request form, then the outcome.
import { isHooklineError } from '@hookline/sdk';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { request } from '../../api/client.ts';
import type { KeyRequest, OfferedPlan } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import type { FormValues } from '../../kit/forms/form.tsx';
import { RequestForm } from './request-form.tsx';
import { Received, TooManyPending } from './request-outcome.tsx';

type Outcome = { kind: 'received'; request: KeyRequest } | { kind: 'too_many_pending'; email: string };

export function RequestAKeyPage() {
  const { data: plans, error } = useApi<OfferedPlan[]>('/plans');
  const [outcome, setOutcome] = useState<Outcome>();
  const name = new URLSearchParams(useSearch()).get('plan');

  const submit = async (values: FormValues) => {
    const email = values.text('email');
    const body = {
      name: values.text('name'),
      email,
      use_case: values.text('use_case'),
      expected_calls_per_month: values.number('expected_calls_per_month'),
      plan: values.text('plan'),
    };
    try {
      setOutcome({ kind: 'received', request: await request<KeyRequest>('POST', '/key-requests', { body }) });
    } catch (error) {
      if (!isHooklineError(error, 'conflict')) throw error;
      setOutcome({ kind: 'too_many_pending', email: email ?? '' });
    }
  };

  return (
    <div className="stack mx-auto max-w-140 gap-6 md:pt-4">
      {outcome?.kind === 'received' ? (
        <Received request={outcome.request} />
      ) : outcome ? (
        <TooManyPending email={outcome.email} onBack={() => setOutcome(undefined)} />
      ) : (
        <>
          <PageHeader
            title="Request a key"
            description={
              <>
                A person reviews every request and replies by email. All fields but the plan are required.{' '}
                {plans?.some(({ sign_up }) => sign_up) && (
                  <>
                    Is the Free plan enough?{' '}
                    <Link href="/sign-up" className="text-accent underline underline-offset-2">
                      Get a free key now
                    </Link>
                  </>
                )}
              </>
            }
          />
          {name && !plans && !error ? (
            <Skeleton className="h-100 w-full" />
          ) : (
            <RequestForm plans={plans} selected={plans?.find((plan) => plan.name === name)} onSubmit={submit} />
          )}
        </>
      )}
    </div>
  );
}
