// /request-a-key, for everyone.
import { PageHeader } from '../kit/page-header.tsx';

export function RequestAKeyPage() {
  return <PageHeader title="Request a key" />;
}
