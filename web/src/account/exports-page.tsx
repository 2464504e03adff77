// /dashboard/exports, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function ExportsPage() {
  return <PageHeader title="Exports" />;
}
