// /sign-up: emails a link that creates a Free account; with the link's token, one click creates it and shows its first key. Where
// accounts are created on request, it leads to that form.
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { request } from '../../api/client.ts';
import type { NewAccount, OfferedPlan } from '../../api/openapi.ts';
import { limitText } from '../../api/plan-text.ts';
import { useApi } from '../../api/use-api.ts';
import { Section } from '../../kit/display/card.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { EmailField, TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { Load } from '../../kit/page/load.tsx';
import { homes } from '../../shell/audience.ts';
import { useOptionalSession } from '../../shell/session.tsx';
import { IssuedKeyView } from '../keys/issued-key.tsx';
import { CheckedLink, LinkSent, tokenInUrl } from '../sign-in/link-sent.tsx';

export function SignUpPage() {
  const [token, setToken] = useState(tokenInUrl);
  // Pasting a link while this page is open only changes the hash.
  useEffect(() => {
    const readToken = () => setToken(tokenInUrl());
    addEventListener('hashchange', readToken);
    return () => removeEventListener('hashchange', readToken);
  }, []);
  const [created, setCreated] = useState<NewAccount>();
  const plans = useApi<OfferedPlan[]>('/plans');
  const { data: session } = useOptionalSession();
  if (created) return <Created account={created} />;
  if (token)
    return (
      <Narrow>
        <CheckedLink
          key={token}
          token={token}
          note="If you have an account, sign in."
          instead={
            <LinkButton kind="primary" href="/sign-in">
              Sign in
            </LinkButton>
          }
          onRestart={() => {
            history.replaceState(null, '', location.pathname);
            setToken(null);
          }}
        >
          {(email, recheck) => (
            <ConfirmSignUp
              token={token}
              email={email}
              onRejected={recheck}
              onCreated={(account) => {
                history.replaceState(null, '', location.pathname);
                setCreated(account);
              }}
            />
          )}
        </CheckedLink>
      </Narrow>
    );
  if (session) return <Redirect to={homes[session.role]} replace />;
  return (
    <Narrow>
      <Load from={plans} skeleton={<Skeleton className="h-60 w-full" />}>
        {(all) => {
          const plan = all.find(({ sign_up }) => sign_up);
          return plan ? <RequestLink plan={plan} /> : <Redirect to="/request-a-key" replace />;
        }}
      </Load>
    </Narrow>
  );
}

function Narrow({ children }: { children: ReactNode }) {
  return <div className="stack mx-auto max-w-90 gap-6 pt-[8dvh]">{children}</div>;
}

function RequestLink({ plan }: { plan: OfferedPlan }) {
  const [sentTo, setSentTo] = useState<string>();
  const send = (email: string) => request('POST', '/sign-ups', { body: { email } });
  const submit = async (values: FormValues) => {
    const email = values.text('email') ?? '';
    await send(email);
    setSentTo(email);
  };
  if (sentTo)
    return (
      <LinkSent
        note="It works once, within 24 hours. If this email already has an account, the link signs you in."
        onAgain={() => send(sentTo)}
        onBack={() => setSentTo(undefined)}
      >
        A link is on its way to <strong className="font-medium">{sentTo}</strong>.
      </LinkSent>
    );
  return (
    <>
      <PageHeader title="Get a free key" description={`${limitText(plan)}. No password, no card.`} />
      <Form onSubmit={submit} label="Get a free key">
        <EmailField
          autoComplete="email"
          hint="We’ll email you a link. It creates your account and your first key."
          autoFocus
        />
        <Button type="submit" kind="primary">
          Email me a link
        </Button>
      </Form>
      <p className="text-xs text-muted">
        Need more calls, exports or webhooks? <TextLink href="/request-a-key">Request another plan</TextLink>
        <br />
        Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
    </>
  );
}

function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}

type ConfirmSignUpProps = {
  token: string;
  email: string;
  onCreated: (account: NewAccount) => void;
  onRejected: () => void;
};

/** Requires a click, because mail scanners open links and would use up the token. */
function ConfirmSignUp({ token, email, onCreated, onRejected }: ConfirmSignUpProps) {
  const { data: session } = useOptionalSession();
  const submit = async (values: FormValues) => {
    const body = { token, name: values.text('name') };
    const created = request<NewAccount>('POST', '/sign-ups/confirm', { body });
    // The link may have been used in the meantime.
    created.catch(onRejected);
    onCreated(await created);
  };
  return (
    <>
      <PageHeader
        title="Create your account"
        description={`Confirm to create it and its first API key, for ${email}.`}
      />
      {session && (
        <p className="wrap-anywhere">
          You are signed in as <strong className="font-medium">{session.email}</strong>. This signs you in to another
          account instead. Continue only if you requested it.
        </p>
      )}
      <Form onSubmit={submit} label="Create your account">
        <TextField
          name="name"
          label="Account name"
          autoComplete="organization"
          hint="Yours, or your company’s. You can change it later."
          autoFocus
          maxLength={100}
        />
        <Button type="submit" kind="primary">
          Create account and key
        </Button>
      </Form>
    </>
  );
}

function Created({ account: { email, key } }: { account: NewAccount }) {
  const { mutate } = useOptionalSession();
  // The session is reloaded only once the key is stored, since this page then leads to the dashboard.
  const enter = async () => {
    await mutate();
    navigate(homes.holder);
  };
  return (
    <div className="stack mx-auto max-w-140 gap-6 md:pt-4">
      <PageHeader title="Your account is ready" description={`${email}, on the Free plan.`} />
      <Section title="Store this key now">
        <IssuedKeyView issued={key} onStored={() => void enter()} />
      </Section>
    </div>
  );
}
