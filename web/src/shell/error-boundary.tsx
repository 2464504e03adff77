// What is shown in place of a page that broke. A class, since React has no other way to catch.
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
