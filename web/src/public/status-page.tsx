// /status, for everyone.
import { PageHeader } from '../kit/page-header.tsx';

export function StatusPage() {
  return <PageHeader title="Status" />;
}
