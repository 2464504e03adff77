// Dialog: the native <dialog>, which traps focus and restores it. It confirms before closing a form with unsaved input.
import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { IconButton } from '../forms/button.tsx';
import { lazyPart } from '../page/lazy-part.tsx';
import { DialogContext, showAbove } from './top-dialog.ts';

const Unsaved = lazyPart(() => import('./unsaved.tsx'), 'default');

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** 640 px in place of 440 px; 960 px for a table. */
  wide?: boolean | 'table';
  /** A full-height panel at the right edge, for a record next to its list. */
  side?: boolean;
  /** Escape and clicks outside do not close the dialog, because its content would be lost. Implied while its form is sending. */
  locked?: boolean;
};

const centre = 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] rounded-md border max-sm:mb-4';
const edge = 'm-0 ml-auto h-dvh max-h-dvh w-screen border-l';

export function Dialog({ isOpen, onClose, title, children, wide, side, locked }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isUnsaved = useRef(false);
  const isPressOutside = useRef(false);
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const context = useMemo(() => {
    return {
      setUnsaved: (next: boolean) => {
        isUnsaved.current = next;
        setChanged(true);
      },
    };
  }, []);
  const isLocked = () => locked || !!dialog.current?.querySelector('[type=submit][aria-busy=true]');
  useEffect(() => {
    const element = dialog.current;
    isUnsaved.current = false;
    setAsking(false);
    if (!element) return;
    if (!isOpen) return element.close();
    if (!element.open) {
      element.showModal();
      // Otherwise the close button would get the focus.
      element.querySelector<HTMLElement>('input, select, textarea, form button, [data-focus]')?.focus();
    }
    return showAbove(element);
  }, [isOpen]);

  function requestClose(): void {
    if (isLocked()) return;
    if (isUnsaved.current) setAsking(true);
    else onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`scroll-pt-14 scroll-pb-16 overflow-auto overscroll-contain border-strong bg-surface p-0 text-ink ${side ? edge : centre} ${wide === 'table' ? 'max-w-240' : wide ? 'max-w-160' : 'max-w-110'}`}
      onPointerDown={(event) => {
        isPressOutside.current = isOutside(event, dialog.current);
      }}
      // A press inside that ends outside, such as when text is selected, is a click on the dialog too.
      onClick={(event) => isPressOutside.current && isOutside(event, dialog.current) && requestClose()}
      onKeyDown={(event) => {
        // Escape closes a dialog or a menu above this one first.
        if (event.key !== 'Escape' || event.defaultPrevented || dialogOf(event.target) !== dialog.current) return;
        if (dialog.current?.querySelector('[popover=auto]:popover-open')) return;
        event.preventDefault();
        requestClose();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        requestClose();
      }}
      onClose={(event) => {
        // The event is asynchronous: the dialog may have been reopened by now.
        if (event.target === dialog.current && isOpen && !dialog.current.open) onClose();
      }}
    >
      {isOpen && (
        <DialogContext value={context}>
          <div className="px-5 pb-5">
            <div className="sticky top-0 z-2 -mx-5 mb-2 flex items-center justify-between gap-4 bg-surface px-5 pt-4 pb-2">
              <h2 id={id} className="min-w-0 py-1 text-lg font-semibold wrap-anywhere">
                {title}
              </h2>
              {!locked && (
                <span className="-mr-1.5">
                  <IconButton icon="close" label="Close" onClick={requestClose} />
                </span>
              )}
            </div>
            {children}
          </div>
        </DialogContext>
      )}
      {isChanged && <Unsaved {...{ isUnsaved, setAsking, Dialog }} isAsking={isOpen && isAsking} onDiscard={onClose} />}
    </dialog>
  );
}

const dialogOf = (target: EventTarget) => (target as Element).closest('dialog');

/** Whether a click was on the backdrop. Its target is the dialog, as for clicks on the border and the scrollbar. */
function isOutside({ target, clientX: x, clientY: y }: MouseEvent, dialog: HTMLDialogElement | null): boolean {
  if (target !== dialog || !dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
