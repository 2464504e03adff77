import type { AccountOverview } from '../../api/openapi.ts';
import { accountDataPath, beginView } from '../../api/operator-accounts.ts';
import type { MenuItem } from '../../kit/overlay/menu.tsx';
import { toastError } from '../../kit/overlay/toast.tsx';
import type { OpenAccountDialog } from './dialogs/account-dialogs.tsx';

/** Reloads the page, so that nothing of the console stays in memory. */
export const viewAsCustomer = (id: string) => void beginView(id).then(() => location.assign('/dashboard'), toastError);

export function menuItems(
  { id, deletion, suspended }: AccountOverview,
  open: (dialog: OpenAccountDialog) => void,
  isMailOff: boolean,
): readonly MenuItem[] {
  // The response is a file, so the page stays.
  const download = {
    label: 'Download data',
    icon: 'export',
    onSelect: () => location.assign(accountDataPath(id)),
  } as const;
  if (deletion) return [download, { label: 'Erase now…', icon: 'trash', danger: true, onSelect: () => open('erase') }];
  return [
    { label: 'Edit name, email or note…', icon: 'label', onSelect: () => open('edit') },
    ...(isMailOff ? [{ label: 'Create sign-in link…', icon: 'send', onSelect: () => open('link') } as const] : []),
    download,
    'separator',
    {
      label: suspended ? 'Reactivate account…' : 'Suspend account…',
      icon: suspended ? 'play' : 'pause',
      onSelect: () => open('suspension'),
    },
    { label: 'Delete account…', icon: 'trash', danger: true, onSelect: () => open('delete') },
  ];
}
