// /dashboard/team: who works in the account, with which role, and who is invited.
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Section } from '../../kit/display/card.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { EmailRoleForm } from '../../kit/forms/email-role-form.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { capitalized } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { leaveAccount, useMay, useSession } from '../../shell/session.tsx';
import {
  changeMember,
  inviteMember,
  type Member,
  type MemberRole,
  memberRoles,
  membersPath,
  removeMember,
  roleText,
} from './team.ts';
import { TeamTable } from './team-table.tsx';

type Open = { type: 'role' | 'remove'; member: Member };

const roleOptions = memberRoles.map((role) => ({ value: role, label: `${capitalized(role)}: ${roleText[role]}` }));

export function TeamPage() {
  const response = useApi<Member[]>(membersPath);
  const [open, setOpen] = useState<Open>();
  const [isInviting, setIsInviting] = useQueryState('new');
  const mayManage = useMay('members');
  const { account, viewing } = useSession();
  const showInvite = () => setIsInviting('1');
  useActions(mayManage ? [{ title: 'Invite member', icon: 'plus', run: showInvite }] : []);
  const close = () => {
    setOpen(undefined);
    setIsInviting('');
  };
  const changed = async () => {
    await response.mutate();
    close();
  };
  const resend = ({ email, role }: Member) =>
    void inviteMember({ email, role }).then(() => {
      toast(`Invitation sent again to ${email}`);
      return response.mutate();
    }, toastError);
  const table = (members: readonly Member[] | undefined) => (
    <TeamTable
      members={members}
      mayManage={mayManage}
      mayLeave={!viewing}
      onChangeRole={(member) => setOpen({ type: 'role', member })}
      onRemove={(member) => setOpen({ type: 'remove', member })}
      onResend={resend}
    />
  );
  return (
    <PageBody>
      <PageHeader
        title="Team"
        description={`People who work in ${account?.name ?? 'this account'}. API keys belong to the account, not to a person.`}
        actions={
          mayManage && (
            <Button kind="primary" icon="plus" onClick={showInvite}>
              Invite member
            </Button>
          )
        }
      />
      <Load from={response} skeleton={table(undefined)}>
        {(members) => table(members)}
      </Load>
      <Section title="Roles" description={mayManage ? undefined : 'An owner can change roles and invite people.'}>
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
          {memberRoles.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{capitalized(role)}</dt>
              <dd className="text-muted">{roleText[role]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Dialog isOpen={isInviting !== '' && mayManage} onClose={close} title="Invite member">
        <EmailRoleForm
          title="Invite member"
          submit="Send invitation"
          hint="Only the owner of this mailbox can accept. The invitation works once, for 7 days."
          roles={roleOptions}
          defaultRole="developer"
          onSubmit={async (person) => {
            const { email } = await inviteMember(person);
            toast(`Invitation sent to ${email}`);
            await changed();
          }}
          onCancel={close}
        />
      </Dialog>
      <Dialog isOpen={open?.type === 'role'} onClose={close} title="Change role">
        {open?.type === 'role' && <RoleForm member={open.member} onDone={changed} onCancel={close} />}
      </Dialog>
      <RemoveDialog member={open?.type === 'remove' ? open.member : undefined} onClose={close} onDone={changed} />
    </PageBody>
  );
}

type FormProps = { onDone: () => Promise<void>; onCancel: () => void };

function RoleForm({ member, onDone, onCancel }: FormProps & { member: Member }) {
  const submit = async (values: FormValues) => {
    await changeMember(member.member_id, values.text('role') as MemberRole);
    // The user's own permissions changed, so the page is reloaded.
    if (member.you) location.reload();
    else await onDone();
  };
  return (
    <Form onSubmit={submit} label="Change role">
      <p className="wrap-anywhere">{member.email}</p>
      <SelectField name="role" label="Role" options={roleOptions} defaultValue={member.role} />
      <p className="text-xs text-muted">
        Applies immediately, to open sessions too. To hand the account over, make another member an owner.
      </p>
      <FormActions submit="Change role" onCancel={onCancel} />
    </Form>
  );
}

type RemoveProps = { member: Member | undefined; onClose: () => void; onDone: () => Promise<void> };

function RemoveDialog({ member, onClose, onDone }: RemoveProps) {
  const { account } = useSession();
  const isInvitation = member?.state === 'invited';
  const title = isInvitation ? 'Revoke invitation' : member?.you ? 'Leave account' : 'Remove member';
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={title}
      action={title}
      nameToType={member?.you ? account?.name : undefined}
      onConfirm={async () => {
        if (member) await removeMember(member.member_id);
        if (member?.you) leaveAccount('/dashboard');
        else await onDone();
      }}
    >
      <p>
        {isInvitation ? (
          <>The link sent to {member.email} stops working.</>
        ) : member?.you ? (
          <>You lose access to {account?.name} immediately. An owner can invite you again.</>
        ) : (
          <>
            <span className="font-medium text-ink wrap-anywhere">{member?.email}</span> loses access immediately, and so
            do apps that this person connected. API keys keep working: revoke those that the person knows.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
