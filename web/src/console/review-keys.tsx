// The keys of the review: how one is drawn, and the dialog that names them all.
import { Fragment, type ReactNode } from 'react';
import { Dialog } from '../kit/dialog.tsx';

/** Not read out: it stands beside what it does. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="ml-0.5 inline-block min-w-4.5 rounded-sm border border-current px-1 text-center font-mono text-xs leading-4 opacity-70 pointer-coarse:hidden"
    >
      {children}
    </span>
  );
}

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

export function ReviewKeys({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys of the review">
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
