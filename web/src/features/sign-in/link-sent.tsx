// LinkSent: where a link was mailed, and what it does. The token of a link that was followed is in the hash of the page.
import type { ReactNode } from 'react';
import { Icon } from '../../kit/display/icons.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Button } from '../../kit/forms/button.tsx';

type LinkSentProps = { children: ReactNode; note: string; onBack: () => void };

export function LinkSent({ children, note, onBack }: LinkSentProps) {
  return (
    <>
      <PageHeader title="Check your email" />
      <div role="status" className="grid gap-3">
        <p className="flex items-start gap-2.5">
          <Icon name="mail" className="mt-0.5 text-accent" />
          <span className="wrap-anywhere">{children}</span>
        </p>
        <p className="text-muted">{note}</p>
      </div>
      <Button onClick={onBack}>Use a different email</Button>
    </>
  );
}

export function tokenInUrl(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}
