// What a request for another plan says to the operator. Pure.

type Wish = {
  accountId: string;
  /** Title of the present plan. */
  from: string;
  /** Title of the wished one; undefined asks to reopen the account. */
  wish: string | undefined;
  text: string | undefined;
};

/** The account is named, since approving a request of an address that has one leaves its plan: it is changed on the account's page. */
export function toUseCase({ accountId, from, wish, text }: Wish): string {
  const what = wish
    ? `Change the plan of the account ${accountId} from ${from} to ${wish}.`
    : `Reopen the suspended account ${accountId} (${from}).`;
  return text ? `${what} ${text}` : what;
}
