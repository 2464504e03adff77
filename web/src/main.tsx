// The pages begin here: what every read has in common, then the address decides.
import { HooklineError } from '@hookline/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { Toasts } from './kit/overlay/toast.tsx';
import { App } from './shell/app.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import './style.css';

const reading = {
  errorRetryCount: 3,
  /** A refusal is the same the next time. */
  shouldRetryOnError: (error: unknown) => !(error instanceof HooklineError && error.status < 500),
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
