// /sign-in: requests a sign-in link by email, or signs in by passkey; with the link's token, one click signs in.
import { isHooklineError } from '@hookline/sdk';
import { useEffect, useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { requestSignInLink, type Session, signIn } from '../../api/account.ts';
import { isPasskeyCanceled, passkeysWork, signInWithPasskey } from '../../api/passkeys.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { EmailField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { homes } from '../../shell/audience.ts';
import { safeNext } from '../../shell/next.ts';
import { leaveAccount, useOptionalSession } from '../../shell/session.tsx';
import { CheckedLink, LinkSent, tokenInUrl } from './link-sent.tsx';

// The emailed link opens in a new tab, so the target page is kept in local storage.
const nextStorageKey = 'hookline.next';

export function SignInPage() {
  const [token, setToken] = useState(tokenInUrl);
  // Pasting a link while this page is open only changes the hash.
  useEffect(() => {
    const readToken = () => setToken(tokenInUrl());
    addEventListener('hashchange', readToken);
    return () => removeEventListener('hashchange', readToken);
  }, []);
  const { data: session } = useOptionalSession();
  const next = new URLSearchParams(useSearch()).get('next');
  if (session && !token) return <Redirect to={safeNext(next, homes[session.role])} replace />;
  const restart = () => {
    setToken(null);
    history.replaceState(null, '', location.pathname + location.search);
  };
  return (
    <div className="stack mx-auto max-w-90 gap-6 pt-[8dvh]">
      {token ? (
        <CheckedLink
          key={token}
          token={token}
          note="Sign-in links work for 15 minutes, invitations for 7 days."
          onRestart={restart}
        >
          {(_, recheck) => <ConfirmSignIn token={token} next={next} onRejected={recheck} />}
        </CheckedLink>
      ) : (
        <RequestLink next={next} />
      )}
    </div>
  );
}

/** Opens the first page after signing in. What this page has in memory can belong to another account. */
const enter = ({ role }: Session, next: string | null) => leaveAccount(safeNext(next, homes[role]));

/** Requires a click, because mail scanners open links and would use up the token. */
type ConfirmProps = { token: string; next: string | null; onRejected: () => void };

function ConfirmSignIn({ token, next: linked, onRejected }: ConfirmProps) {
  const submit = async () => {
    try {
      const session = await signIn(token);
      const next = linked ?? localStorage.getItem(nextStorageKey);
      localStorage.removeItem(nextStorageKey);
      enter(session, next);
    } catch (error) {
      if (!isHooklineError(error) || error.status !== 401) throw error;
      onRejected();
    }
  };
  return (
    <>
      <PageHeader title="Sign in" description="Confirm to sign in. The link works once." />
      <Form onSubmit={submit} label="Sign in">
        <Button type="submit" kind="primary" autoFocus>
          Sign in to Hookline
        </Button>
      </Form>
    </>
  );
}

function RequestLink({ next }: { next: string | null }) {
  const [sentTo, setSentTo] = useState<string>();
  const isDeleted = new URLSearchParams(useSearch()).has('deleted');
  const submit = async (values: FormValues) => {
    const email = values.text('email') ?? '';
    await requestSignInLink(email);
    if (next) localStorage.setItem(nextStorageKey, next);
    setSentTo(email);
  };
  if (sentTo)
    return (
      <LinkSent
        note="The link works once, within 15 minutes. You can close this page."
        onAgain={() => requestSignInLink(sentTo)}
        onBack={() => setSentTo(undefined)}
      >
        If an account exists for <strong className="font-medium">{sentTo}</strong>, a sign-in link is on its way.
      </LinkSent>
    );
  return (
    <>
      <PageHeader
        title="Sign in"
        description={`We’ll email you a sign-in link.${next?.startsWith('/dashboard/settings?token=') ? ' Use the account’s current email; then you can confirm the new one.' : ''}`}
      />
      {isDeleted && (
        <Banner tone="good" title="Your account was deleted">
          We emailed you a link to its data, which works for 30 days.
        </Banner>
      )}
      <Form onSubmit={submit} label="Sign in">
        <EmailField autoComplete="email" autoFocus />
        <Button type="submit" kind="primary">
          Send sign-in link
        </Button>
      </Form>
      {passkeysWork && <PasskeySignIn next={next} />}
      <p className="text-xs text-muted">
        No account yet?{' '}
        <Link href="/sign-up" className="text-accent underline underline-offset-2">
          Get a key
        </Link>
      </p>
    </>
  );
}

function PasskeySignIn({ next }: { next: string | null }) {
  const submit = async () => {
    const session = await signInWithPasskey().catch((error) => {
      if (!isPasskeyCanceled(error)) throw error;
    });
    if (session) enter(session, next);
  };
  return (
    <Form onSubmit={submit} label="Sign in with a passkey">
      <Button type="submit">Use a passkey</Button>
    </Form>
  );
}
