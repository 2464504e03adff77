// /dashboard, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function OverviewPage() {
  return <PageHeader title="Overview" />;
}
