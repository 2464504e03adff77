// Page: renders a route's component, or a skeleton while its chunk loads.
import { PageBody } from '../kit/display/page-header.tsx';
import { Skeleton } from '../kit/display/skeleton.tsx';
import { type Route, routes } from '../routes.tsx';
import { loadChunk, useChunk } from './chunk.ts';

/** Called when the pointer enters a link. Errors are shown when the page is opened. */
export function preloadPage(path: string): void {
  loadChunk(routes.find((route) => route.path === path)).catch(() => {});
}

export function Page({ route }: { route: Route }) {
  const Loaded = useChunk(route);
  return Loaded ? <Loaded /> : <PageSkeleton />;
}

function PageSkeleton() {
  return (
    <PageBody>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-48 w-full" />
    </PageBody>
  );
}
