// Page: the component of a route, out of its chunk. Not React.lazy, which shows a skeleton for a third of a second at least.
import { type ComponentType, useEffect, useReducer, useState } from 'react';
import { PageBody } from '../kit/page-header.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { type Route, routes } from '../routes.tsx';

const loaded = new Map<Route, ComponentType>();

/** May be called ahead, as soon as the page is likely to be wanted. */
export async function loadPage(route: Route | undefined): Promise<void> {
  if (!route || loaded.has(route)) return;
  const [page] = Object.values(await route.load());
  loaded.set(route, page);
}

/** For links that are pointed at. What fails is told when the page is opened. */
export function preloadPage(path: string): void {
  loadPage(routes.find((one) => one.path === path)).catch(() => {});
}

export function Page({ route }: { route: Route }) {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!loaded.has(route)) loadPage(route).then(redraw, setError);
  }, [route]);
  if (error) throw error;
  const Loaded = loaded.get(route);
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
