// Entry point of the web app: data-fetching defaults, error boundary, router.
import { HooklineError } from '@hookline/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { Toasts } from './kit/overlay/toast.tsx';
import { App } from './shell/app.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import './style.css';

const swrDefaults = {
  errorRetryCount: 3,
  /** A 4xx response would be the same on retry. */
  shouldRetryOnError: (error: unknown) => !(error instanceof HooklineError && error.status < 500),
};

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <SWRConfig value={swrDefaults}>
        <ErrorBoundary>
          <App />
        </ErrorBoundary>
        <Toasts />
      </SWRConfig>
    </StrictMode>,
  );
