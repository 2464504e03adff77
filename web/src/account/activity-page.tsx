// /dashboard/activity, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function ActivityPage() {
  return <PageHeader title="Activity" />;
}
