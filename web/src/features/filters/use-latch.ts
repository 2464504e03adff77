// useLatch: stays true once true. For dialogs that load when first opened and stay mounted, so that focus is restored.
import { useRef } from 'react';

export function useLatch(value: boolean): boolean {
  const latched = useRef(false);
  latched.current ||= value;
  return latched.current;
}
