// ReviewKeys: the dialog that lists the review's keyboard shortcuts.
import { Fragment } from 'react';
import { Dialog } from '../../kit/overlay/dialog.tsx';

const keys: [keys: string[], does: string][] = [
  [['a'], 'Accept with the labels shown'],
  [['r'], 'Reject'],
  [['u'], 'Undo the last label change or decision'],
  [['j'], 'Skip to the next hook'],
  [['k'], 'Back to the previous hook'],
  [['1', '–', '9'], 'Choose a value of the focused label; the last digit opens all values'],
  [['t'], 'Focus archetype (type)'],
  [['e'], 'Focus emotion'],
  [['n'], 'Focus niche'],
  [['f'], 'Focus format'],
  [['Tab'], 'Focus the next label'],
  [['?'], 'Show this list'],
];

export function ReviewKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {keys.map(([names, does]) => (
          <Fragment key={does}>
            <dt className="whitespace-nowrap">
              {names.map((name) =>
                name === '–' ? (
                  ' to '
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
      <p className="mt-4 text-xs text-muted">
        You can undo a decision for 5 seconds, or until you make three more. After that an accepted hook is published
        and sent to webhooks; you can only retire it.
      </p>
    </Dialog>
  );
}
