// /dashboard/trends, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function TrendsPage() {
  return <PageHeader title="Trends" />;
}
