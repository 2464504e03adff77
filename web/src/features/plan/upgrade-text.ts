// Use case text of a plan change or reactivation request. Pure.

type PlanRequest = {
  accountId: string;
  /** Title of the current plan. */
  from: string;
  /** Title of the requested plan; undefined requests reactivation. */
  plan: string | undefined;
  text: string | undefined;
};

/** Names the account, because approving a request of an existing account does not change its plan; the operator does so on the account's page. */
export function toUseCase({ accountId, from, plan, text }: PlanRequest): string {
  const summary = plan
    ? `Change the plan of the account ${accountId} from ${from} to ${plan}.`
    : `Reopen the suspended account ${accountId} (${from}).`;
  return text ? `${summary} ${text}` : summary;
}
