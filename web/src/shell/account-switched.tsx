// AccountSwitched: covers a page when another tab switched the session to another account, and offers to go there or back. A separate
// chunk.
import { useEffect } from 'react';
import { mutate } from 'swr';
import { switchAccount } from '../api/account.ts';
import { showAccount } from '../api/client.ts';
import type { AccountBrief } from '../api/openapi.ts';
import { forgetKey } from '../kit/code/remembered-key.ts';
import { Button, ButtonRow } from '../kit/forms/button.tsx';
import { Dialog } from '../kit/overlay/dialog.tsx';
import { toastError } from '../kit/overlay/toast.tsx';
import { leaveAccount, useSession } from './session.tsx';

export default function AccountSwitched({ account }: { account: AccountBrief }) {
  const shownId = showAccount(account.id);
  const shown = useSession().accounts.find(({ id }) => id === shownId);
  // The page may be reloaded by hand, and then shows the other account.
  useEffect(forgetKey, []);
  // Requests failed meanwhile, so everything is fetched again, including the session.
  const back = () => switchAccount(shownId).then(() => mutate(() => true), toastError);
  return (
    <Dialog isOpen locked onClose={() => {}} title={`You switched to ${account.name}`}>
      <div className="stack gap-4">
        <p className="text-muted wrap-anywhere">
          This tab still shows {shown?.name ?? 'another account'}, so changes made here are not saved.
        </p>
        <ButtonRow>
          <Button kind="primary" data-focus onClick={() => leaveAccount('/dashboard')}>
            Go to {account.name}
          </Button>
          {shown && <Button onClick={back}>Switch back to {shown.name}</Button>}
        </ButtonRow>
      </div>
    </Dialog>
  );
}
