// RememberedKeyCheck: forgets the key of this tab once it is revoked or has expired, so that no example contains it.
import { useEffect } from 'react';
import { keysPath } from '../../api/account.ts';
import type { Key } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { forgetKey, isRemembered } from '../../kit/code/remembered-key.ts';
import { endOf } from './key-state.ts';

export default function RememberedKeyCheck() {
  const { data: keys } = useApi<Key[]>(keysPath);
  useEffect(() => {
    // The newest is first. A new key may not be in the list yet.
    const key = keys?.find(({ hint }) => isRemembered(hint));
    if (key && endOf(key, Date.now())) forgetKey();
  }, [keys]);
  return null;
}
