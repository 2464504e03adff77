// Owners of new accounts, each for one test.
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

type Customer = { id: string; key: string; email: string; session: SignedIn };

export async function customer(service: TestService, plan: string): Promise<Customer> {
  const account = await service.account(plan);
  return { ...account, session: await signIn(service, account.email) };
}
