// From the address to the page, in the frame of its audience.
import { type ReactNode, useEffect } from 'react';
import { Route as Matched, matchRoute, useLocation, useRouter } from 'wouter';
import { PageBody, PageHeader } from '../kit/display/page-header.tsx';
import { LinkButton } from '../kit/forms/button.tsx';
import { routes } from '../routes.tsx';
import { loadChunk, useChunk } from './chunk.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Page } from './page.tsx';
import { Guard } from './session.tsx';

/** Whoever sees one frame seldom sees the other. */
const frames = {
  public: { load: () => import('./public-frame.tsx') },
  signedIn: { load: () => import('./frame.tsx') },
};

export function App() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const route = routes.find((one) => matchRoute(parser, one.path, path)[0]);
  // At once, not only when frame and session are there.
  useEffect(() => void loadChunk(route).catch(() => {}), [route]);
  if (!route)
    return (
      <Framed>
        <NotFound />
      </Framed>
    );
  const content = (
    <ErrorBoundary key={path}>
      <Matched path={route.path}>
        <Page route={route} />
      </Matched>
    </ErrorBoundary>
  );
  const { audience } = route;
  return audience === 'public' ? <Framed>{content}</Framed> : <SignedIn audience={audience}>{content}</SignedIn>;
}

const waiting = <div aria-busy="true" className="min-h-dvh" />;

function Framed({ children }: { children: ReactNode }) {
  const Frame = useChunk(frames.public);
  return Frame ? <Frame>{children}</Frame> : waiting;
}

function SignedIn({ audience, children }: { audience: 'holder' | 'operator'; children: ReactNode }) {
  const Frame = useChunk(frames.signedIn);
  return (
    <Guard audience={audience} waiting={waiting}>
      {Frame ? <Frame audience={audience}>{children}</Frame> : waiting}
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
