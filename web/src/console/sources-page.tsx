// /console/sources, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function SourcesPage() {
  return <PageHeader title="Sources" />;
}
