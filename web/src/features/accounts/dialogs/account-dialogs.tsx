// AccountDialogs: change an account's plan and limits, its name, email and note, suspend or delete it, create a sign-in link.
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { AccountOverview, Plan as PlanRecord } from '../../../api/openapi.ts';
import { createSignInLink, eraseAccount } from '../../../api/operator-accounts.ts';
import { useApi } from '../../../api/use-api.ts';
import { Secret } from '../../../kit/code/secret.tsx';
import { Skeleton } from '../../../kit/display/skeleton.tsx';
import { ConfirmDialog } from '../../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../../kit/overlay/dialog.tsx';
import { formatDate } from '../../../kit/page/format.ts';
import { Load } from '../../../kit/page/load.tsx';
import { PlanForm } from '../account-forms.tsx';
import { DeleteForm, RestoreForm } from './delete-forms.tsx';
import { EditForm } from './edit-form.tsx';
import { SuspensionForm } from './suspension-form.tsx';

export type OpenAccountDialog = 'plan' | 'suspension' | 'edit' | 'delete' | 'restore' | 'erase' | 'link';

type AccountDialogsProps = {
  open: OpenAccountDialog | undefined;
  account: AccountOverview;
  plans: readonly PlanRecord[];
  /** Number of the account's webhooks. */
  webhooks: number;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
};

export function AccountDialogs({ open, account, plans, webhooks, onClose, onChanged }: AccountDialogsProps) {
  const done = () => {
    onClose();
    void onChanged();
  };
  const ends = { account, onDone: done, onCancel: onClose };
  const { name, suspended } = account;
  return (
    <>
      <Dialog isOpen={open === 'plan'} onClose={onClose} title={`Plan and limits of ${name}`}>
        <PlanForm plans={plans} {...ends} />
      </Dialog>
      <Dialog isOpen={open === 'edit'} onClose={onClose} title={`Edit ${name}`}>
        <EditForm {...ends} />
      </Dialog>
      <Dialog
        isOpen={open === 'suspension'}
        onClose={onClose}
        title={suspended ? `Reactivate ${name}` : `Suspend ${name}`}
      >
        <SuspensionForm webhooks={webhooks} {...ends} />
      </Dialog>
      <Dialog isOpen={open === 'delete'} onClose={onClose} title={`Delete ${name}`}>
        <DeleteForm webhooks={webhooks} {...ends} />
      </Dialog>
      <Dialog isOpen={open === 'restore'} onClose={onClose} title={`Restore ${name}`}>
        <RestoreForm {...ends} />
      </Dialog>
      <Dialog isOpen={open === 'link'} onClose={onClose} title={`Sign-in link for ${name}`}>
        <SignInLink id={account.id} />
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'erase'}
        onClose={onClose}
        title={`Erase ${name}`}
        action="Erase account"
        nameToType={name}
        onConfirm={async () => {
          await eraseAccount(account.id);
          navigate('/console/accounts?status=deleted');
        }}
      >
        <p>
          Its keys, webhooks, exports, usage and requests are erased now, and its details in the audit log. You can’t
          undo this.
        </p>
      </ConfirmDialog>
    </>
  );
}

function SignInLink({ id }: { id: string }) {
  // The last link may have been used, so each dialog creates its own.
  const [opened] = useState(Date.now);
  const link = useApi(['sign-in-link', id, opened], () => createSignInLink(id), { once: true });
  return (
    <Load from={link} skeleton={<Skeleton className="h-20 w-full" />}>
      {({ url, expires_at }) => (
        <Secret label="Sign-in link" value={url}>
          <p className="text-muted">
            Send it to the customer over a secure channel. Works once, until {formatDate(expires_at)}.
          </p>
        </Secret>
      )}
    </Load>
  );
}
