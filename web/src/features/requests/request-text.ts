// Text for requests: what is requested, and what approving it does. Pure.
import type { KeyRequestOverview, Plan } from '../../api/openapi.ts';

type Plans = readonly Pick<Plan, 'name' | 'title'>[];

export function planTitle(plans: Plans, name: string | null | undefined): string {
  return plans.find((plan) => plan.name === name)?.title ?? name ?? '';
}

/** “Pro → Scale”; undefined for a key request. */
export function changeText({ kind, plan, same_email }: KeyRequestOverview, plans: Plans): string | undefined {
  if (kind === 'key') return undefined;
  const { account } = same_email;
  if (kind === 'reactivation') return `Reactivation, ${account?.suspended === false ? 'active again' : 'suspended'}`;
  return `${account ? planTitle(plans, account.plan) : 'No account'} → ${planTitle(plans, plan)}`;
}

/** “Change to Scale”, on the button and in the dialog that it opens. */
export function approveText({ kind, plan, same_email }: KeyRequestOverview, plans: Plans): string {
  if (kind === 'plan') return `Change to ${planTitle(plans, plan)}`;
  if (kind === 'reactivation') return 'Reactivate';
  return same_email.account ? 'Send sign-in link' : 'Approve';
}
