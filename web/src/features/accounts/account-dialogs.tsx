// AccountDialogs: change an account's plan and limits, or suspend it.
import type { AccountOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { changeAccount } from '../../api/operator-accounts.ts';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { PlanForm } from './account-forms.tsx';

export type OpenAccountDialog = 'plan' | 'suspend';

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
  return (
    <>
      <Dialog isOpen={open === 'plan'} onClose={onClose} title={`Plan and limits of ${account.name}`}>
        <PlanForm account={account} plans={plans} onDone={done} onCancel={onClose} />
      </Dialog>
      <ConfirmDialog
        isOpen={open === 'suspend'}
        onClose={onClose}
        title={`Suspend ${account.name}`}
        action="Suspend account"
        onConfirm={async () => {
          await changeAccount(account.id, { suspended: true });
          await onChanged();
        }}
      >
        <ul className="list-disc pl-4">
          <li>
            {account.live_keys === 0
              ? 'The account has no active keys. New keys won’t work.'
              : `${plural(account.live_keys, 'key')} will be rejected immediately with 403 account_suspended.`}
          </li>
          {webhooks > 0 && (
            <li>
              {plural(webhooks, 'webhook')} will miss hooks published while suspended. Pending deliveries wait until you
              reactivate the account.
            </li>
          )}
          <li>Keys, webhooks, exports and usage are kept.</li>
        </ul>
        <p>The customer isn’t emailed. You can reactivate the account at any time.</p>
      </ConfirmDialog>
    </>
  );
}

function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
