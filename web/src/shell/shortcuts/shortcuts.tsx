// Shortcuts: the dialog that lists the keyboard shortcuts of the open page. A separate chunk.
import { Fragment, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { type ShortcutGroup, shortcutsAt } from './table.ts';

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const [path] = useLocation();
  // Shortcuts of the page at the time the list is opened.
  const [groups] = useState(() => shortcutsAt(path));
  return (
    <Dialog isOpen wide onClose={onClose} title="Keyboard shortcuts">
      <div className="stack gap-5">
        {groups.map((group) => (
          <KeyList key={group.title} group={group} />
        ))}
        {path.startsWith('/console/review') && (
          <p className="text-xs text-muted">
            Edits can be undone for 30 days. Deliveries already sent are not revoked.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function KeyList({ group: { title, keys } }: { group: ShortcutGroup }) {
  return (
    <section className="stack gap-2">
      <h3 className="font-medium">{title}</h3>
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5">
        {keys.map(([names, does]) => (
          <Fragment key={does}>
            <dt className="flex flex-wrap gap-1">
              {names.map((name) =>
                name === '–' ? (
                  'to'
                ) : (
                  <kbd key={name} className="rounded-sm border border-strong bg-sunken px-1.5 font-mono text-xs">
                    {name}
                  </kbd>
                ),
              )}
            </dt>
            <dd className="text-muted">{does}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
