// FirstCalls: a first call in three languages, and the same hooks without code.
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';

const Examples = lazyPart(() => import('../../kit/code/examples.tsx'), 'default', <Skeleton className="h-40 w-full" />);

const call = { path: '/hooks', query: { limit: 3 } };

type FirstCallsProps = {
  /** A key that is shown once. */
  apiKey?: string;
  /** Whether the reader can open the dashboard of the key's account. */
  isOwn?: boolean;
};

export function FirstCalls({ apiKey, isOwn = true }: FirstCallsProps) {
  return (
    <div className="stack gap-3">
      <Examples call={call} apiKey={apiKey} />
      {isOwn && (
        <p className="text-muted">
          No code? {/* Opens in a new tab while a key is shown, since the key would be lost. */}
          <a href="/dashboard/hooks" target={apiKey && '_blank'} className="text-accent underline underline-offset-2">
            Explore hooks in the dashboard
          </a>
        </p>
      )}
    </div>
  );
}
