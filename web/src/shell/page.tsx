// Page: the component of a route, and its skeleton while its chunk is on its way.
import { PageBody } from '../kit/display/page-header.tsx';
import { Skeleton } from '../kit/display/skeleton.tsx';
import { type Route, routes } from '../routes.tsx';
import { loadChunk, useChunk } from './chunk.ts';

/** For links that are pointed at. What fails is told when the page is opened. */
export function preloadPage(path: string): void {
  loadChunk(routes.find((one) => one.path === path)).catch(() => {});
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
