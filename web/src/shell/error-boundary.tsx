// Error boundary: shows the error in place of a page that threw. A class, because React has no hook for it.
import { HooklineConnectionError, HooklineError } from '@hookline/sdk';
import { Component, type ComponentType, type ReactNode } from 'react';
import { Problem } from '../kit/page/problem.tsx';
import { reloadIfUpdated } from './new-build.ts';

type Props = { children: ReactNode };
type State = { error?: unknown; Crash?: ComponentType<{ error: unknown }> };

export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override async componentDidCatch(error: unknown) {
    // Nothing is shown until then, since the page may be reloading.
    if (error instanceof HooklineError || (await reloadIfUpdated(error))) return;
    const unreachable = new HooklineConnectionError('The script of this page is missing.', error);
    this.setState(await import('./crash.tsx').catch(() => ({ error: unreachable })));
  }

  override render() {
    const { error, Crash } = this.state;
    if (error === undefined) return this.props.children;
    if (Crash) return <Crash error={error} />;
    if (error instanceof HooklineError || error instanceof HooklineConnectionError)
      return <Problem error={error} onRetry={() => location.reload()} />;
    return <div aria-busy="true" />;
  }
}
