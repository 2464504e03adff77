// AskButton: asks for a creator or topic that the catalog lacks. `?ask=1` opens its dialog, as emails and the palette do.
import { Button } from '../../kit/forms/button.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { useMay } from '../../shell/session.tsx';

const AskDialog = lazyPart(() => import('./ask-dialog.tsx'), 'default');

/** `words`: the text of the search. */
export function AskButton({ words }: { words?: string | undefined }) {
  const [isOpen, setOpen] = useQueryState('ask');
  if (!useMay('change')) return null;
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen('1')}>
        Request a creator or topic
      </Button>
      {isOpen && <AskDialog words={words} onClose={() => setOpen('')} />}
    </>
  );
}
