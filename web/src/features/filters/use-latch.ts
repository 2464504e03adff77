// useLatch: true from the first time on. For dialogs that are loaded when they are first wanted, and stay, so that focus goes back.
import { useRef } from 'react';

export function useLatch(isWanted: boolean): boolean {
  const was = useRef(false);
  was.current ||= isWanted;
  return was.current;
}
