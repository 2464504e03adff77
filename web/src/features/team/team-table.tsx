// TeamTable: members of the account and pending invitations.
import { Badge } from '../../kit/display/badge.tsx';
import { actionsColumn, type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Menu, type MenuItem } from '../../kit/overlay/menu.tsx';
import { capitalized, formatDate } from '../../kit/page/format.ts';
import type { Member } from './team.ts';

type TeamTableProps = {
  members: readonly Member[] | undefined;
  mayManage: boolean;
  mayLeave: boolean;
  onChangeRole: (member: Member) => void;
  onRemove: (member: Member) => void;
  onResend: (member: Member) => void;
};

export function TeamTable({ members, mayManage, mayLeave, ...on }: TeamTableProps) {
  const columns: Column<Member>[] = [
    {
      id: 'email',
      header: 'Email',
      cell: ({ email, you, invited_by }) => (
        <span className="grid gap-0.5">
          <span className="font-medium wrap-anywhere">
            {email}
            {you && <span className="font-normal text-muted"> (you)</span>}
          </span>
          {invited_by && <span className="text-xs text-muted wrap-anywhere">Invited by {invited_by}</span>}
        </span>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ role }) => <Badge>{capitalized(role)}</Badge> },
    {
      id: 'state',
      header: 'Status',
      cell: ({ state, created_at, expires_at }) =>
        state === 'invited' && expires_at ? (
          <span className="text-muted">
            Invited, expires <Time at={expires_at} />
          </span>
        ) : (
          <span className="text-muted">
            Joined <Time at={created_at} format={formatDate} />
          </span>
        ),
    },
    {
      ...actionsColumn,
      className: 'w-14',
      cell: (member) => {
        const items = itemsFor(member);
        return items.length > 0 && <Menu label={`Actions for ${member.email}`} items={items} />;
      },
    },
  ];
  return <Table label="Team" columns={columns} rows={members} rowKey={({ member_id }) => member_id} skeletonRows={2} />;

  function itemsFor(member: Member): MenuItem[] {
    const remove = { icon: 'trash', danger: true, onSelect: () => on.onRemove(member) } as const;
    const items: MenuItem[] = [];
    if (mayManage) items.push({ label: 'Change role…', icon: 'user', onSelect: () => on.onChangeRole(member) });
    if (mayManage && member.state === 'invited') {
      items.push({ label: 'Send again', icon: 'refresh', onSelect: () => on.onResend(member) });
      items.push({ label: 'Revoke…', ...remove });
    } else if (member.you && mayLeave) items.push({ label: 'Leave…', ...remove });
    else if (mayManage) items.push({ label: 'Remove…', ...remove });
    return items;
  }
}
