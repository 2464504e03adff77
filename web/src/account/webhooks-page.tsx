// /dashboard/webhooks, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function WebhooksPage() {
  return <PageHeader title="Webhooks" />;
}
