// /, for everyone.
import { PageHeader } from '../kit/page-header.tsx';

export function HomePage() {
  return <PageHeader title="Hookline" />;
}
