// /console, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function HealthPage() {
  return <PageHeader title="Health" />;
}
