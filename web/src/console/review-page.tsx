// /console/review, for operators.
import { PageHeader } from '../kit/page-header.tsx';

export function ReviewPage() {
  return <PageHeader title="Review" />;
}
