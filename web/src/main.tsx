// The pages begin here: what every read has in common, then the address decides.
import { HooklineError } from '@hookline/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { mutate, SWRConfig } from 'swr';
import { Toasts } from './kit/toast.tsx';
import { App } from './shell/app.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { sessionKey } from './shell/session.tsx';
import './style.css';

const reading = {
  errorRetryCount: 3,
  /** A refusal is the same the next time. */
  shouldRetryOnError: (error: unknown) => !(error instanceof HooklineError && error.status < 500),
  /** The session has ended meanwhile: asking for it anew leads to the sign-in page. */
  onError: (error: unknown) => {
    if (error instanceof HooklineError && error.status === 401) void mutate(sessionKey);
  },
};

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <SWRConfig value={reading}>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
        <Toasts />
      </SWRConfig>
    </StrictMode>,
  );
