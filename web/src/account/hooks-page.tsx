// /dashboard/hooks, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function HooksPage() {
  return <PageHeader title="Hooks" />;
}
