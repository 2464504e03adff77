// /console/requests, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function RequestsPage() {
  return <PageHeader title="Key requests" />;
}
