// /dashboard/plan, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function PlanPage() {
  return <PageHeader title="Plan" />;
}
