// /console/deliveries, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function DeliveriesPage() {
  return <PageHeader title="Deliveries" />;
}
