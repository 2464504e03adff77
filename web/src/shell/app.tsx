// From the address to the page, in the frame of its audience.
import { Suspense } from 'react';
import { Route as Matched, matchRoute, useLocation, useRouter } from 'wouter';
import { LinkButton } from '../kit/button.tsx';
import { PageBody, PageHeader } from '../kit/page-header.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { routes } from '../routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { PublicFrame } from './public-frame.tsx';
import { Guard } from './session.tsx';

export function App() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const route = routes.find((one) => matchRoute(parser, one.path, path)[0]);
  if (!route)
    return (
      <PublicFrame>
        <NotFound />
      </PublicFrame>
    );
  const { page: Page, audience } = route;
  const content = (
    <ErrorBoundary key={path}>
      <Suspense fallback={<PageSkeleton />}>
        <Matched path={route.path}>
          <Page />
        </Matched>
      </Suspense>
    </ErrorBoundary>
  );
  if (audience === 'public') return <PublicFrame>{content}</PublicFrame>;
  return (
    <Guard audience={audience} waiting={<div aria-busy="true" className="min-h-dvh" />}>
      <Frame audience={audience}>{content}</Frame>
    </Guard>
  );
}

function PageSkeleton() {
  return (
    <PageBody>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-48 w-full" />
    </PageBody>
  );
}

function NotFound() {
  return (
    <PageBody>
      <PageHeader
        title="There is no such page"
        description="The address may be misspelt, or what it led to is gone."
        actions={
          <LinkButton kind="primary" href="/">
            To the start
          </LinkButton>
        }
      />
    </PageBody>
  );
}
