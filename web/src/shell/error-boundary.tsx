// Error boundary: shows the error in place of a page that threw. A class, because React has no hook for it.
import { Component, type ReactNode } from 'react';
import { Problem } from '../kit/page/problem.tsx';

type Props = { children: ReactNode };

export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <Problem error={this.state.error} onRetry={() => location.reload()} />;
  }
}
