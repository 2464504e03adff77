// /dashboard/usage, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function UsagePage() {
  return <PageHeader title="Usage" />;
}
