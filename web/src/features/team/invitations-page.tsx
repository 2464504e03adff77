// /invitations: invitations of the mailbox that is signed in. The links of invitation emails lead here.
import { Redirect } from 'wouter';
import { useApi } from '../../api/use-api.ts';
import { Card } from '../../kit/display/card.tsx';
import { EmptyState } from '../../kit/display/empty-state.tsx';
import { PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { leaveAccount, signOut, useOptionalSession } from '../../shell/session.tsx';
import { acceptInvitation, declineInvitation, invitationsPath, type OwnInvitation, roleText } from './team.ts';

export function InvitationsPage() {
  const { data: session } = useOptionalSession();
  const isSignedIn = session?.role === 'holder';
  const response = useApi<OwnInvitation[]>(isSignedIn ? invitationsPath : null);
  if (session === null) return <Redirect to="/sign-in?next=/invitations" replace />;
  if (session?.role === 'operator') return <Redirect to="/console" replace />;
  const enter = () => leaveAccount('/dashboard');
  const decline = async (id: string) => {
    await declineInvitation(id);
    await response.mutate();
  };
  return (
    <div className="stack mx-auto max-w-120 gap-6 pt-[8dvh]">
      <PageHeader title="Invitations" description={session && `You are signed in as ${session.email}.`} />
      <Load from={response} skeleton={<Skeleton className="h-40 w-full" />}>
        {(invitations) => (
          <>
            {invitations.length === 0 && (
              <EmptyState title="No invitations">
                Invitations are for the email that they were sent to, work once and expire after 7 days. Ask an owner of
                the account to send another.
              </EmptyState>
            )}
            {invitations.map((invitation) => (
              <Invitation
                key={invitation.invitation_id}
                invitation={invitation}
                onAccept={() => acceptInvitation(invitation.invitation_id).then(enter, toastError)}
                onDecline={() => decline(invitation.invitation_id).catch(toastError)}
              />
            ))}
          </>
        )}
      </Load>
      <p className="flex gap-3">
        {session?.account && <LinkButton href="/dashboard">Dashboard</LinkButton>}
        <Button onClick={signOut}>Sign out</Button>
      </p>
    </div>
  );
}

type InvitationProps = { invitation: OwnInvitation; onAccept: () => Promise<void>; onDecline: () => Promise<void> };

function Invitation({ invitation, onAccept, onDecline }: InvitationProps) {
  const { account, role, invited_by, expires_at } = invitation;
  return (
    <Card>
      <div className="stack gap-3">
        <h2 className="text-base font-semibold wrap-anywhere">Join {account}</h2>
        <p className="wrap-anywhere">
          {invited_by} invited you as {capitalized(role).toLowerCase()}: {roleText[role].toLowerCase()}. Expires{' '}
          <Time at={expires_at} />.
        </p>
        <div className="flex gap-2">
          <Button kind="primary" onClick={onAccept}>
            Accept
          </Button>
          <Button onClick={onDecline}>Decline</Button>
        </div>
      </div>
    </Card>
  );
}
