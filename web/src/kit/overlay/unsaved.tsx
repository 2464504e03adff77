// Unsaved: confirmation before input in a dialog is lost by closing the dialog, by Back or by leaving the page. A separate chunk.
import { type ComponentType, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Button, ButtonRow } from '../forms/button.tsx';

type UnsavedProps = {
  isUnsaved: RefObject<boolean>;
  isAsking: boolean;
  setAsking: (isAsking: boolean) => void;
  onDiscard: () => void;
  Dialog: ComponentType<{ isOpen: boolean; onClose: () => void; title: string; children: ReactNode }>;
};

/** Browsers have it since 2025; without it, Back is confirmed only where it leaves the document. */
const { navigation } = globalThis as { navigation?: Navigation };

export default function Unsaved({ isUnsaved, isAsking, setAsking, onDiscard, Dialog }: UnsavedProps) {
  /** The entry of the history that Back was pressed for. */
  const [destination, setDestination] = useState<string>();
  useEffect(() => {
    const hold = (event: NavigateEvent) => {
      // Pages can't cancel a second Back without a key press or click in between.
      if (!isUnsaved.current || event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setDestination(event.destination.key);
      setAsking(true);
    };
    const leave = (event: BeforeUnloadEvent) => isUnsaved.current && event.preventDefault();
    navigation?.addEventListener('navigate', hold, { capture: true });
    addEventListener('beforeunload', leave);
    return () => {
      navigation?.removeEventListener('navigate', hold, { capture: true });
      removeEventListener('beforeunload', leave);
    };
  }, [isUnsaved, setAsking]);
  const close = () => {
    setAsking(false);
    setDestination(undefined);
  };
  const discard = () => {
    isUnsaved.current = false;
    close();
    onDiscard();
    if (destination) navigation?.traverseTo(destination);
  };
  return (
    <Dialog isOpen={isAsking} onClose={close} title="Discard changes?">
      <div className="stack gap-4">
        <p className="text-muted">What you entered here isn’t saved.</p>
        <ButtonRow>
          <Button kind="danger" onClick={discard}>
            Discard
          </Button>
          <Button data-focus onClick={close}>
            Keep editing
          </Button>
        </ButtonRow>
      </div>
    </Dialog>
  );
}
