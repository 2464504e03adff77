// The dialog that names the keys of the review.
import { Fragment } from 'react';
import { Dialog } from '../../kit/overlay/dialog.tsx';

const keys: [keys: string[], does: string][] = [
  [['a'], 'Accept, with the labels as they are shown'],
  [['r'], 'Reject'],
  [['u'], 'Undo the last step: a label or a decision'],
  [['j'], 'Next, without deciding'],
  [['k'], 'Back to the one before'],
  [['1', '–', '9'], 'Choose a value of the label that is marked; the last digit opens all values'],
  [['t'], 'To the archetype: the type of line'],
  [['e'], 'To the emotion'],
  [['n'], 'To the niche'],
  [['f'], 'To the format'],
  [['Tab'], 'To the next label'],
  [['?'], 'This list'],
];

export function ReviewKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keys of the review">
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
        A decision is held back for 5 seconds, or until three more are made. An accepted hook cannot be taken back after
        that, since webhooks tell of it; it can be retired.
      </p>
    </Dialog>
  );
}
