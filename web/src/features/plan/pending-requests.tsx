// PendingRequests: the account's pending requests, and how to withdraw them.
import { withdrawRequest } from '../../api/account.ts';
import type { KeyRequest, Plan as PlanRecord } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';

type PendingRequestsProps = {
  requests: readonly KeyRequest[];
  plans: readonly PlanRecord[] | undefined;
  /** Absent if requests cannot be withdrawn. */
  onChanged: (() => unknown) | undefined;
};

export function PendingRequests({ requests, plans, onChanged }: PendingRequestsProps) {
  return requests
    .filter(({ state }) => state === 'pending')
    .map(({ id, kind, plan, email, created_at }) => (
      <Banner
        key={id}
        tone="neutral"
        title={
          kind === 'plan'
            ? `${plans?.find(({ name }) => name === plan)?.title ?? plan} requested`
            : 'Reactivation requested'
        }
        action={
          onChanged && (
            <Button small onClick={() => withdraw(id).then(onChanged, toastError)}>
              Withdraw request
            </Button>
          )
        }
      >
        Sent <Time at={created_at} />. An operator replies by email to <span className="wrap-anywhere">{email}</span>.
      </Banner>
    ));
}

const withdraw = (id: string) => withdrawRequest(id).then(() => toast('Request withdrawn.'));
