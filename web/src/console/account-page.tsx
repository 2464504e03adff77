// /console/accounts/:id, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function AccountPage() {
  return <PageHeader title="Account" />;
}
