// /request-a-key: who asks for a key, what for and how often; then what happens next.
import { isHooklineError } from '@hookline/sdk';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { KeyRequest } from '../../../../src/accounts/key-request.ts';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { request } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import type { FormValues } from '../../kit/forms/form.tsx';
import { RequestForm } from './request-form.tsx';
import { AskedEnough, Received } from './request-outcome.tsx';

type Outcome = { what: 'received'; request: KeyRequest } | { what: 'waiting'; email: string };

export function RequestAKeyPage() {
  const { data: plans, error } = useApi<PlanRecord[]>('/plans');
  const [outcome, setOutcome] = useState<Outcome>();
  const name = new URLSearchParams(useSearch()).get('plan');

  const submit = async (values: FormValues) => {
    const email = values.text('email');
    const body = {
      name: values.text('name'),
      email,
      use_case: values.text('use_case'),
      expected_calls_per_month: values.number('expected_calls_per_month'),
    };
    try {
      setOutcome({ what: 'received', request: await request<KeyRequest>('POST', '/key-requests', { body }) });
    } catch (thrown) {
      if (!isHooklineError(thrown, 'conflict')) throw thrown;
      setOutcome({ what: 'waiting', email: email ?? '' });
    }
  };

  return (
    <div className="stack mx-auto max-w-140 gap-6 md:pt-4">
      {outcome?.what === 'received' ? (
        <Received request={outcome.request} />
      ) : outcome ? (
        <AskedEnough email={outcome.email} onBack={() => setOutcome(undefined)} />
      ) : (
        <>
          <PageHeader
            title="Request a key"
            description="Each request is read by a person. The answer comes by mail, with a link that signs you in."
          />
          {name && !plans && !error ? (
            <Skeleton className="h-100 w-full" />
          ) : (
            <RequestForm plans={plans} wanted={plans?.find((plan) => plan.name === name)} onSubmit={submit} />
          )}
        </>
      )}
    </div>
  );
}
