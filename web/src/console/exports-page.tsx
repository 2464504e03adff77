// /console/exports, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function ExportsPage() {
  return <PageHeader title="Exports" />;
}
