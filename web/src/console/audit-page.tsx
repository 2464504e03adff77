// /console/audit, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function AuditPage() {
  return <PageHeader title="Audit log" />;
}
