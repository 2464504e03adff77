// /dashboard/webhooks/:id, for account holders.
import { PageHeader } from '../kit/page-header.tsx';

export function WebhookPage() {
  return <PageHeader title="Webhook" />;
}
