// Error boundary: what is shown in place of a page that threw. A class, because React has no hook for it.
import { HooklineError } from '@hookline/sdk';
import { Component, type ReactNode } from 'react';
import { request } from '../api/client.ts';
import { Banner } from '../kit/display/banner.tsx';
import { Button } from '../kit/forms/button.tsx';
import { CopyButton } from '../kit/forms/copy-button.tsx';
import { Problem } from '../kit/page/problem.tsx';
import { reloadIfUpdated } from './new-build.ts';

type Props = { children: ReactNode };
/** `isReported`: nothing is shown before, as the page may be reloading. */
type State = { error?: unknown; isReported?: boolean; errorId?: string };

/** The texts of Chromium, Firefox and Safari. */
const chunkIsMissing = /dynamically imported module|module script failed/i;

const reload = () => location.reload();

export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override async componentDidCatch(error: unknown) {
    if (error instanceof HooklineError || (await reloadIfUpdated())) return;
    const errorId = isOfNetwork(error) ? undefined : await report(error).catch(() => undefined);
    this.setState({ isReported: true, errorId });
  }

  override render() {
    const { error, isReported, errorId } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof HooklineError) return <Problem error={error} onRetry={reload} />;
    if (!isReported) return <div aria-busy="true" />;
    const [title, detail] = isOfNetwork(error)
      ? ['This page could not be loaded', 'Check your connection, then reload it.']
      : ['This page stopped working', 'Reload it to go on. If it happens again, write to us with the error ID.'];
    return (
      <div role="alert">
        <Banner
          tone="bad"
          title={title}
          action={
            <Button small icon="refresh" onClick={reload}>
              Reload
            </Button>
          }
        >
          <p>{detail}</p>
          {errorId && (
            <p className="flex items-center gap-1 text-xs">
              Error ID <code className="font-mono">{errorId}</code>
              <CopyButton text={errorId} label="Copy error ID" />
            </p>
          )}
        </Banner>
      </div>
    );
  }
}

const isOfNetwork = (error: unknown) => error instanceof Error && chunkIsMissing.test(error.message);

async function report(error: unknown): Promise<string> {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const body = {
    path: location.pathname.slice(0, 200),
    message: message.slice(0, 500),
    stack: (stack ?? '').slice(0, 4000),
  };
  return (await request<{ error_id: string }>('POST', '/page-errors', { body })).error_id;
}
