// From the address to the page, in the frame of its audience.
import { useEffect } from 'react';
import { Route as Matched, matchRoute, useLocation, useRouter } from 'wouter';
import { LinkButton } from '../kit/button.tsx';
import { PageBody, PageHeader } from '../kit/page-header.tsx';
import { routes } from '../routes.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { loadPage, Page } from './page.tsx';
import { PublicFrame } from './public-frame.tsx';
import { Guard } from './session.tsx';

export function App() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const route = routes.find((one) => matchRoute(parser, one.path, path)[0]);
  // At once, not only when the session is known.
  useEffect(() => void loadPage(route).catch(() => {}), [route]);
  if (!route)
    return (
      <PublicFrame>
        <NotFound />
      </PublicFrame>
    );
  const { audience } = route;
  const content = (
    <ErrorBoundary key={path}>
      <Matched path={route.path}>
        <Page route={route} />
      </Matched>
    </ErrorBoundary>
  );
  if (audience === 'public') return <PublicFrame>{content}</PublicFrame>;
  return (
    <Guard audience={audience} waiting={<div aria-busy="true" className="min-h-dvh" />}>
      <Frame audience={audience}>{content}</Frame>
    </Guard>
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
