// /dashboard/sessions: the signed-in user's sessions and passkeys.

import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { useSession } from '../../shell/session.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { ownSessions } from './session-client.ts';
import { SessionList } from './session-list.tsx';

export function SessionsPage() {
  const { viewing } = useSession();
  return (
    <PageBody>
      <PageHeader
        title="Sessions"
        description="Where you are signed in. Sign-ins and sign-outs are listed under Activity."
      />
      <SessionList
        sessions={ownSessions}
        title="Browsers"
        description="A session ends 30 days after you signed in. Sign out any that you don’t recognize."
      />
      {/* An operator who views the account would see their own passkeys. */}
      {!viewing && <PasskeyList />}
    </PageBody>
  );
}
