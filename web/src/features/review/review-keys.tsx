// ReviewKeys: the dialog that lists the review's keyboard shortcuts.
import { Fragment } from 'react';
import { Dialog } from '../../kit/overlay/dialog.tsx';

type Keys = [keys: string[], does: string][];

const labels = 'archetype (type), emotion, niche, format, language';

const listKeys: Keys = [
  [['j', 'k'], 'Next row, previous row'],
  [['x'], 'Select the row'],
  [['⇧J', '⇧K'], 'Extend the selection; or click a checkbox with Shift'],
  [['s'], 'Select all shown, or none'],
  [['a'], 'Accept the selected hooks, or the row'],
  [['r'], 'Reject them'],
  [['⇧A'], 'Accept all shown'],
  [['c'], 'Reject all of this creator'],
  [['t', 'o', 'n', 'f', 'l'], `Set ${labels}; then type, or 1 to 9`],
  [['e'], 'Edit text and labels; Enter saves, Esc cancels'],
  [['g'], 'Open or close the hooks of one text'],
  [['m', 'd'], 'Near duplicate: merge into the older hook, or keep both'],
  [['Enter'], 'Open the hook'],
  [['u', 'z'], 'Undo the last edit'],
  [['Esc'], 'Clear the selection'],
];

const singleKeys: Keys = [
  [['a'], 'Accept with the labels shown'],
  [['r'], 'Reject'],
  [['e'], 'Edit text and labels; Enter saves, Esc cancels'],
  [['u'], 'Undo the last label change or decision'],
  [['j', 'k'], 'Skip to the next hook, back to the previous one'],
  [['t', 'o', 'n', 'f'], 'Focus archetype (type), emotion, niche, format'],
  [['1', '–', '9'], 'Choose a value of the focused label; the last digit opens all values'],
];

export function ReviewKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen wide onClose={onClose} title="Keyboard shortcuts">
      <div className="stack gap-5">
        <KeyList title="List" keys={listKeys} />
        <KeyList title="One at a time" keys={singleKeys} />
        <p className="text-xs text-muted">
          One at a time, a decision is sent after 5 seconds, or when you have made three more. An edit of the list can
          be undone for 30 days; webhook deliveries that were sent by then stay sent.
        </p>
      </div>
    </Dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: Keys }) {
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
