// /console/hooks, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function HooksPage() {
  return <PageHeader title="Hooks" />;
}
