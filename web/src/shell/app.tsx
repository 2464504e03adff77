// Router: renders the page of the current URL in the frame of its audience.
import { type ReactNode, useEffect } from 'react';
import { Route as Matched, matchRoute, useLocation, useRouter } from 'wouter';
import { PageBody, PageHeader } from '../kit/display/page-header.tsx';
import { LinkButton } from '../kit/forms/button.tsx';
import { routes } from '../routes.tsx';
import { homes } from './audience.ts';
import { loadChunk, useChunk } from './chunk.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Page } from './page.tsx';
import { Guard } from './session.tsx';

/** Separate chunks: visitors rarely need both frames. */
const frames = {
  public: { load: () => import('./public-frame.tsx') },
  signedIn: { load: () => import('./frame.tsx') },
};

export function App() {
  const [path] = useLocation();
  const { parser } = useRouter();
  const route = routes.find((candidate) => matchRoute(parser, candidate.path, path)[0]);
  // Starts loading the page now, in parallel with the frame and the session.
  useEffect(() => void loadChunk(route).catch(() => {}), [route]);
  if (!route) return <Unknown path={path} />;
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

const blank = <div aria-busy="true" className="min-h-dvh" />;

function Framed({ children }: { children: ReactNode }) {
  const Frame = useChunk(frames.public);
  return Frame ? <Frame>{children}</Frame> : blank;
}

function SignedIn({ audience, children }: { audience: 'holder' | 'operator'; children: ReactNode }) {
  const Frame = useChunk(frames.signedIn);
  return (
    <Guard audience={audience} fallback={blank}>
      {Frame ? <Frame audience={audience}>{children}</Frame> : blank}
    </Guard>
  );
}

/** Unknown paths below the dashboard and the console keep the navigation. */
function Unknown({ path }: { path: string }) {
  const audience = /^\/dashboard\b/.test(path) ? 'holder' : /^\/console\b/.test(path) ? 'operator' : undefined;
  const home = audience ? homes[audience] : '/';
  const page = (
    <PageBody>
      <PageHeader
        title="Page not found"
        description={`Check the URL, or ${audience ? 'choose a page in the navigation' : 'go back to the home page'}.`}
        actions={
          <LinkButton kind="primary" href={home}>
            {audience ? `Go to ${routes.find((route) => route.path === home)?.title}` : 'Go to home page'}
          </LinkButton>
        }
      />
    </PageBody>
  );
  return audience ? <SignedIn audience={audience}>{page}</SignedIn> : <Framed>{page}</Framed>;
}
