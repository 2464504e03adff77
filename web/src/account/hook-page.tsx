// /dashboard/hooks/:id, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function HookPage() {
  return <PageHeader title="Hook" />;
}
