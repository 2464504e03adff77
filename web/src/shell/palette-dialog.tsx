// PaletteDialog: dialog and field of the command palette (⌘K). It opens at once, so that no key is lost while the results load.
import { useLayoutEffect, useRef, useState } from 'react';
import type { Audience } from './audience.ts';
import { useChunk } from './chunk.ts';
import type { PaletteField } from './palette/palette.tsx';

type PaletteDialogProps = { audience: Audience; onClose: () => void };

const results = { load: () => import('./palette/palette.tsx') };

export function PaletteDialog({ audience, onClose }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<PaletteField>({ element: null }).current;
  const [typed, setTyped] = useState('');
  const Results = useChunk(results);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog too
    <dialog
      ref={dialog}
      aria-label="Command palette"
      className="mx-auto mt-[12dvh] w-[calc(100vw-2rem)] max-w-140 rounded-md border border-strong bg-surface p-0 text-ink"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <input
        ref={(element) => {
          field.element = element;
        }}
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-label="Search pages, records, docs and actions"
        placeholder="Search pages, records, docs and actions…"
        autoComplete="off"
        spellCheck={false}
        className="h-12 w-full px-4 text-lg outline-none"
        onKeyDown={(event) => {
          if (field.press) field.press(event);
          else if (event.key === 'Enter') field.isEntered = true;
        }}
        onChange={(event) => setTyped(event.target.value)}
      />
      {Results && <Results audience={audience} typed={typed} field={field} onClose={close} />}
    </dialog>
  );
}
