// /dashboard/settings: name, email and time zone of the account, its data as a file, and its deletion.
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
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { formatMoment } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { leaveAccount, useMay, useSession } from '../../shell/session.tsx';

export function SettingsPage() {
  const { account } = useSession();
  const isOwner = useMay('members');
  const [token, setToken] = useQueryState('token');
  const [isChanged] = useQueryState('changed');
  const own = useApi<OwnAccount>(account?.suspended ? null : accountPath);
  const { email, pending_email: pending } = own.data?.account ?? {};
  return (
    <PageBody>
      <PageHeader title="Settings" description={account?.name} />
      {isChanged && email && <Banner tone="good" title={`The email of this account is now ${email}`} />}
      {token && pending === null && (
        <Banner tone="neutral" title="This link was used or canceled, or has expired">
          The email of this account is {email}.
        </Banner>
      )}
      {!account?.suspended && (
        <Load from={own} skeleton={<Skeleton className="h-68 w-full" />}>
          {(loaded) => <AccountForm own={loaded} onChanged={(next) => own.mutate(next, { revalidate: false })} />}
        </Load>
      )}
      {isOwner && (
        <>
          <Section
            title="Your data"
            description="All data Hookline stores about this account, as one JSON file without secrets."
            actions={
              <LinkButton isOutside href="/account/data" icon="export">
                Download data
              </LinkButton>
            }
          />
          <DeleteSection />
          <ConfirmDialog
            isOpen={token !== '' && !!pending}
            onClose={() => setToken('')}
            title="Confirm the new email"
            action="Confirm email"
            kind="primary"
            onConfirm={async () => {
              await request('POST', `${accountPath}/email`, { body: { token } });
              leaveAccount('/dashboard/settings?changed=1');
            }}
          >
            <p>
              {pending?.email} becomes the email of {account?.name}. Anyone who signed in with the former email is
              signed out, and its passkeys are removed. You stay signed in here.
            </p>
          </ConfirmDialog>
        </>
      )}
    </PageBody>
  );
}

type AccountFormProps = { own: OwnAccount; onChanged: (own: OwnAccount) => Promise<unknown> };

function AccountForm({ own: { account }, onChanged }: AccountFormProps) {
  const isOwner = useMay('members');
  const isViewOnly = !useMay('change');
  const { email: current, pending_email: pending } = account;
  // The browser's time zone is the likely choice, so it is near the top.
  const browser = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  const zones = [...new Set(['UTC', browser, account.timezone, ...Intl.supportedValuesOf('timeZone')])];
  const submit = async (values: FormValues) => {
    const email = values.text('email');
    const isNew = email !== undefined && email !== current;
    const body = { name: values.text('name') ?? '', timezone: values.text('timezone'), ...(isNew && { email }) };
    await save(body, isNew ? `Settings saved. Check ${email} to confirm it.` : 'Settings saved');
  };
  const save = async (body: object, done: string) => {
    await onChanged(await request<OwnAccount>('PATCH', accountPath, { body }));
    await mutate(sessionKey);
    toast(done);
  };
  const saveEmail = (email: string, done: string) => void save({ email }, done).catch(toastError);
  return (
    <>
      {pending && (
        <Banner
          tone="neutral"
          title={`Confirm ${pending.email}`}
          action={
            isOwner && (
              <span className="flex gap-2">
                <Button onClick={() => saveEmail(pending.email, `New link sent to ${pending.email}`)}>
                  Send again
                </Button>
                <Button onClick={() => saveEmail(current, `The email stays ${current}`)}>Cancel</Button>
              </span>
            )
          }
        >
          Open the link that we sent there in this browser, by {formatMoment(pending.expires_at)}. Until then the email
          stays {current}. If no email arrives, it may be in use by another account.
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
            hint="A person or company. Shown in invitations."
          />
          <EmailField
            key={pending?.email}
            defaultValue={current}
            disabled={!isOwner}
            hint={
              isOwner
                ? 'For sign-in, digests and alerts. To change it, open the link we send to the new email.'
                : 'An owner can change it.'
            }
          />
          <SelectField
            name="timezone"
            label="Time zone"
            defaultValue={account.timezone}
            options={zones}
            disabled={isViewOnly}
            hint="For digests. Weekly exports keep the one they were created with."
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
  const [isOpen, setOpen] = useQueryState('delete');
  return (
    <Section
      title="Delete account"
      description="Ends access at once. The operator can restore the account for 30 days, then it is erased."
      actions={
        <Button icon="trash" onClick={() => setOpen('1')}>
          Delete account
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isOpen !== ''}
        onClose={() => setOpen('')}
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
