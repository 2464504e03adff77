// AccountDialogs: change an account's plan and limits, its name, email and note, or suspend it.
import type { AccountOverview, Plan as PlanRecord } from '../../api/openapi.ts';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { PlanForm } from './account-forms.tsx';
import { EditForm } from './edit-form.tsx';
import { SuspensionForm } from './suspension-form.tsx';

export type OpenAccountDialog = 'plan' | 'suspension' | 'edit';

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
    </>
  );
}
