// InlineName: the name of a record, renamed in place. Enter or leaving the field saves, Escape keeps the old name.
import { useRef, useState } from 'react';
import { toastError } from '../overlay/toast.tsx';

type InlineNameProps = { name: string; onRename: (name: string) => Promise<unknown> };

export function InlineName({ name: current, onRename }: InlineNameProps) {
  const [draft, setDraft] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  // Shown until the list has it, so that the old name does not flash.
  const [saving, setSaving] = useState<string>();
  const close = (isByKeyboard: boolean) => {
    setDraft(undefined);
    if (isByKeyboard) requestAnimationFrame(() => button.current?.focus());
  };
  const commit = async (isByKeyboard: boolean) => {
    const name = draft?.trim();
    close(isByKeyboard);
    if (!name || name === current) return;
    setSaving(name);
    await onRename(name).catch(toastError);
    setSaving(undefined);
  };
  if (draft === undefined)
    return (
      <button
        ref={button}
        type="button"
        // The title describes the button, whose name is the record’s name.
        title="Rename"
        onClick={() => setDraft(current)}
        className="-mx-1 rounded-sm px-1 text-left font-medium wrap-anywhere decoration-dotted underline-offset-4 hover:underline"
      >
        {saving ?? current}
      </button>
    );
  return (
    <input
      aria-label="Name"
      className="field -my-1 h-8 w-full min-w-40"
      maxLength={100}
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
      autoFocus
      value={draft}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={() => void commit(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void commit(true);
        if (event.key === 'Escape') close(true);
      }}
    />
  );
}
