// LinkSent: confirms that a link was emailed. CheckedLink: checks a link that was opened, whose token is in the hash of the URL.
import { isHooklineError } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { request } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { Icon } from '../../kit/display/icons.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { Load } from '../../kit/page/load.tsx';
import { homes } from '../../shell/audience.ts';
import { useOptionalSession } from '../../shell/session.tsx';

type LinkSentProps = { children: ReactNode; note: string; onAgain: () => Promise<unknown>; onBack: () => void };

export function LinkSent({ children, note, onAgain, onBack }: LinkSentProps) {
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
      <Button onClick={() => void onAgain().then(() => toast('Sent again'), toastError)}>Send again</Button>
      <Button onClick={onBack}>Use a different email</Button>
    </>
  );
}

type CheckedLinkProps = {
  token: string;
  /** Note about a used link, and what to do before requesting another. */
  note: string;
  instead?: ReactNode;
  /** Requests another link. */
  onRestart: () => void;
  children: (email: string, recheck: () => void) => ReactNode;
};

/** Shows at once that the link was used. Checking it does not use it up. */
export function CheckedLink({ token, note, instead, onRestart, children }: CheckedLinkProps) {
  const { data: session } = useOptionalSession();
  const check = () => request<{ email: string }>('POST', '/sign-in-links/check', { body: { token } });
  const link = useApi(['link', token], check, { once: true });
  if (isHooklineError(link.error) && link.error.status === 401)
    return (
      <>
        <PageHeader
          title="This link was used"
          description={session ? `You are signed in as ${session.email}.` : `A link works once. ${note}`}
        />
        {session ? (
          <LinkButton kind="primary" href={homes[session.role]}>
            Go to the dashboard
          </LinkButton>
        ) : (
          <ButtonRow>
            {instead}
            <Button kind={instead ? 'secondary' : 'primary'} onClick={onRestart}>
              Get a new link
            </Button>
          </ButtonRow>
        )}
      </>
    );
  return (
    <Load from={link} skeleton={<Skeleton className="h-60 w-full" />}>
      {({ email }) => children(email, () => void link.mutate())}
    </Load>
  );
}

export function tokenInUrl(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}
