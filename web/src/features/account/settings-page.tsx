// /dashboard/settings: name, email and time zone of the account, its data as a file, and its deletion.
import { useState } from 'react';
import { mutate } from 'swr';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { request, sessionKey } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { EmailField, SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { leaveAccount, useMay, useSession } from '../../shell/session.tsx';

export function SettingsPage() {
  const { account } = useSession();
  const isOwner = useMay('members');
  const [token, setToken] = useQueryState('token');
  const own = useApi<OwnAccount>(account?.suspended ? null : accountPath);
  return (
    <PageBody>
      <PageHeader title="Settings" description={account?.name} />
      {!account?.suspended && (
        <Load from={own} skeleton={<Skeleton className="h-68 w-full" />}>
          {(loaded) => <AccountForm own={loaded} onChanged={(next) => own.mutate(next, { revalidate: false })} />}
        </Load>
      )}
      {isOwner && (
        <>
          <Section
            title="Your data"
            description="Everything that Hookline holds about this account, as one JSON file. Secrets are left out."
            actions={
              <LinkButton isOutside href="/account/data" icon="export">
                Download data
              </LinkButton>
            }
          />
          <DeleteSection />
          <ConfirmDialog
            isOpen={token !== ''}
            onClose={() => setToken('')}
            title="Confirm the new email"
            action="Confirm email"
            kind="primary"
            onConfirm={async () => {
              await request('POST', `${accountPath}/email`, { body: { token } });
              leaveAccount('/dashboard/settings');
            }}
          >
            <p>
              {emailOf(token)} becomes the email of {account?.name}. Anyone who signed in with the former email is
              signed out, and its passkeys are removed. You stay signed in here.
            </p>
          </ConfirmDialog>
        </>
      )}
    </PageBody>
  );
}

/** The email that the link of the confirmation is for: the first part of its token, in base64url. */
function emailOf(token: string): string {
  const [email = ''] = token.split('.');
  try {
    return atob(email.replaceAll('-', '+').replaceAll('_', '/')) || 'The new email';
  } catch {
    return 'The new email';
  }
}

type AccountFormProps = { own: OwnAccount; onChanged: (own: OwnAccount) => Promise<unknown> };

function AccountForm({ own: { account }, onChanged }: AccountFormProps) {
  const isOwner = useMay('members');
  const isViewOnly = !useMay('change');
  const [sentTo, setSentTo] = useState<string>();
  // The browser's time zone is the likely choice, so it is near the top.
  const browser = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const zones = [...new Set(['UTC', browser, account.timezone, ...Intl.supportedValuesOf('timeZone')])];
  const submit = async (values: FormValues) => {
    const email = values.text('email');
    const isNew = email !== undefined && email !== account.email;
    const body = { name: values.text('name') ?? '', timezone: values.text('timezone'), ...(isNew && { email }) };
    await onChanged(await request<OwnAccount>('PATCH', accountPath, { body }));
    await mutate(sessionKey);
    setSentTo(isNew ? email : undefined);
    toast(isNew ? `Settings saved. Check ${email} to confirm it.` : 'Settings saved');
  };
  return (
    <>
      {sentTo && (
        <Banner tone="neutral" title={`Confirm ${sentTo}`}>
          Open the link that we sent there in this browser, within 24 hours. Until then the email stays {account.email}.
          No mail? Another account may have that email.
        </Banner>
      )}
      <Card>
        <Form onSubmit={submit} label="Settings">
          <TextField
            name="name"
            label="Name"
            defaultValue={account.name}
            maxLength={100}
            disabled={isViewOnly}
            hint="Your name or your company’s. Invitations show it."
          />
          <EmailField
            defaultValue={account.email}
            disabled={!isOwner}
            hint={
              isOwner
                ? 'For signing in, digests and alerts. To change it, open the link that we send to the new email.'
                : 'An owner can change it.'
            }
          />
          <SelectField
            name="timezone"
            label="Time zone"
            defaultValue={account.timezone}
            options={zones}
            disabled={isViewOnly}
            hint="Used for digests and new weekly exports."
          />
          {!isViewOnly && (
            <ButtonRow>
              <Button type="submit" kind="primary">
                Save changes
              </Button>
            </ButtonRow>
          )}
        </Form>
      </Card>
    </>
  );
}

function DeleteSection() {
  const { account } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Delete account"
      description="Ends access at once. For 30 days you can ask us to restore it, then it is erased."
      actions={
        <Button icon="trash" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${account?.name}`}
        action="Delete account"
        nameToType={account?.name}
        onConfirm={async () => {
          await request('DELETE', accountPath);
          leaveAccount('/sign-in?deleted=1');
        }}
      >
        <p>
          All its keys and webhooks stop at once, and everyone is signed out. Its exports, saved searches, digests and
          collections are erased after 30 days. We email you a link to the data.
        </p>
      </ConfirmDialog>
    </Section>
  );
}
