// /sign-in: asks for a link by mail; where the link brought its token, one press of a button signs in.
import { isHooklineError } from '@hookline/sdk';
import { useEffect, useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { askForSignInLink, signIn } from '../../api/account.ts';
import { forgetKey } from '../../kit/code/known-key.ts';
import { Icon } from '../../kit/display/icons.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { homes } from '../../routes.tsx';
import { safeNext } from '../../shell/next.ts';
import { useMaybeSession } from '../../shell/session.tsx';

// The link of the mail opens in a tab of its own, which knows nothing of the page that was wanted.
const nextPlace = 'hookline.next';

export function SignInPage() {
  const [token, setToken] = useState(tokenOfAddress);
  const [refusal, setRefusal] = useState<unknown>();
  // A link that is pasted where this page is open loads nothing.
  useEffect(() => {
    const readAnew = () => {
      setToken(tokenOfAddress());
      setRefusal(undefined);
    };
    addEventListener('hashchange', readAnew);
    return () => removeEventListener('hashchange', readAnew);
  }, []);
  const { data: session } = useMaybeSession();
  const next = new URLSearchParams(useSearch()).get('next');
  if (session && !token) return <Redirect to={safeNext(next, homes[session.role])} replace />;
  const refuse = (error: unknown) => {
    setRefusal(error);
    setToken(null);
    history.replaceState(null, '', location.pathname + location.search);
  };
  return (
    <div className="stack mx-auto max-w-90 gap-6 pt-[8dvh]">
      {token ? (
        <ConfirmSignIn key={token} token={token} onRefused={refuse} />
      ) : (
        <AskForLink next={next} refusal={refusal} />
      )}
    </div>
  );
}

function tokenOfAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/** One press, since scanners of mail open links too and would use this one up. */
function ConfirmSignIn({ token, onRefused }: { token: string; onRefused: (error: unknown) => void }) {
  const { mutate } = useMaybeSession();
  const submit = async () => {
    try {
      const session = await signIn(token);
      // It may be another account's.
      forgetKey();
      const next = localStorage.getItem(nextPlace);
      localStorage.removeItem(nextPlace);
      await mutate(session, { revalidate: false });
      navigate(safeNext(next, homes[session.role]), { replace: true });
    } catch (error) {
      if (!isHooklineError(error) || error.status !== 401) throw error;
      onRefused(error);
    }
  };
  return (
    <>
      <PageHeader title="Sign in" description="Your link is here. It works once." />
      <Form onSubmit={submit} label="Sign in">
        <Button type="submit" kind="primary" autoFocus>
          Sign in to Hookline
        </Button>
      </Form>
    </>
  );
}

function AskForLink({ next, refusal }: { next: string | null; refusal: unknown }) {
  const [sentTo, setSentTo] = useState<string>();
  const submit = async (values: FormValues) => {
    const email = values.text('email') ?? '';
    await askForSignInLink(email);
    if (next) localStorage.setItem(nextPlace, next);
    setSentTo(email);
  };
  if (sentTo) return <Sent to={sentTo} onBack={() => setSentTo(undefined)} />;
  return (
    <>
      <PageHeader title="Sign in" description="No password: a link comes by mail." />
      {refusal !== undefined && <Problem error={refusal} />}
      <Form onSubmit={submit} label="Sign in">
        <TextField
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoFocus
          maxLength={254}
        />
        <Button type="submit" kind="primary">
          Send me a link
        </Button>
      </Form>
      <p className="text-xs text-muted">
        No account yet?{' '}
        <Link href="/request-a-key" className="text-accent underline underline-offset-2">
          Request a key
        </Link>
      </p>
    </>
  );
}

function Sent({ to, onBack }: { to: string; onBack: () => void }) {
  return (
    <>
      <PageHeader title="Look into your mail" />
      <div role="status" className="grid gap-3">
        <p className="flex items-start gap-2.5">
          <Icon name="mail" className="mt-0.5 text-accent" />
          <span className="wrap-anywhere">
            If there is an account for <strong className="font-medium">{to}</strong>, a link to sign in is on its way.
          </span>
        </p>
        <p className="text-muted">It works once. You can close this page.</p>
      </div>
      <Button onClick={onBack}>Use another address</Button>
    </>
  );
}
