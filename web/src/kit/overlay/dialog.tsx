// Dialog: the native <dialog>, which traps focus, closes on Escape and restores focus.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../forms/button.tsx';

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** 640 px in place of 440 px; 960 px for a table. */
  wide?: boolean | 'table';
  /** A full-height panel at the right edge, for a record beside its list. */
  side?: boolean;
  /** Not closed by Escape or a click outside, because its content would be lost. Implied while its form is sending. */
  locked?: boolean;
};

const centre = 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] rounded-md border max-sm:mb-4';
const edge = 'm-0 ml-auto h-dvh max-h-dvh w-screen border-l';

export function Dialog({ isOpen, onClose, title, children, wide, side, locked }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isLocked = () => locked || !!dialog.current?.querySelector('[type=submit][aria-busy=true]');
  useEffect(() => {
    if (isOpen && !dialog.current?.open) {
      dialog.current?.showModal();
      // Otherwise the close button would get the focus.
      dialog.current?.querySelector<HTMLElement>('input, select, textarea, form button, [data-focus]')?.focus();
    }
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`overflow-auto border-strong bg-surface p-0 text-ink ${side ? edge : centre} ${wide === 'table' ? 'max-w-240' : wide ? 'max-w-160' : 'max-w-110'}`}
      onClick={(event) => event.target === dialog.current && !isLocked() && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && isLocked() && event.preventDefault()}
      onCancel={(event) => event.target === dialog.current && isLocked() && event.preventDefault()}
      onClose={(event) => {
        // The event is asynchronous: the dialog may have been reopened by now.
        if (event.target === dialog.current && isOpen && !dialog.current.open) onClose();
      }}
    >
      {isOpen && (
        <div className="p-5">
          <div className="mb-4 flex min-h-8 items-center justify-between gap-4">
            <h2 id={id} className="min-w-0 text-lg font-semibold wrap-anywhere">
              {title}
            </h2>
            {!locked && (
              <span className="-mr-1.5">
                <IconButton icon="close" label="Close" onClick={() => isLocked() || onClose()} />
              </span>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
