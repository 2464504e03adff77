// recordById: the record that an ID names, which the palette offers at once and checks with the service.
import { isHooklineError } from '@hookline/sdk';
import { navigate } from 'wouter/use-browser-location';
import type { Permission } from '../../../../src/auth/role.ts';
import { request } from '../../api/client.ts';
import type { IconName } from '../../kit/display/icons.tsx';
import type { PaletteAudience, Result } from './commands.ts';

/** `find` resolves to the first few records that match a text; `expect` returns what is shown until then. */
export type RecordSource = {
  name: string;
  find: (text: string) => Promise<Result[]>;
  expect?: (text: string) => Result[];
};

/** `page` opens the record, `api` is requested to check that it exists. */
type Kind = { name: string; icon: IconName; page: string; api: string; permission?: Permission };

/** Kinds by the prefix of their IDs. Records whose list is one page, such as keys, are found in the list. */
const kinds: Readonly<Record<PaletteAudience, Readonly<Record<string, Kind>>>> = {
  holder: {
    hook: { name: 'Hook', icon: 'hook', page: '/dashboard/hooks/', api: '/hooks/' },
    req: { name: 'Request', icon: 'audit', page: '/dashboard/requests?request=', api: '/requests/' },
    wh: { name: 'Webhook', icon: 'webhook', page: '/dashboard/webhooks/', api: '/webhooks/' },
    sch: { name: 'Weekly export', icon: 'export', page: '/dashboard/exports?schedule=', api: '/exports/schedules/' },
  },
  operator: {
    hook: { name: 'Hook', icon: 'hook', page: '/console/hooks?hook=', api: '/operator/hooks/', permission: 'catalog' },
    acc: {
      name: 'Account',
      icon: 'people',
      page: '/console/accounts/',
      api: '/operator/accounts/',
      permission: 'accounts',
    },
    imp: {
      name: 'Import',
      icon: 'import',
      page: '/console/imports?import=',
      api: '/operator/imports/',
      permission: 'catalog',
    },
    dlv: {
      name: 'Delivery',
      icon: 'send',
      page: '/console/deliveries?delivery=',
      api: '/operator/deliveries/',
      permission: 'accounts',
    },
    key: { name: 'Audit log of this key', icon: 'audit', page: '/console/audit?subject=', api: '' },
  },
};

export function recordById(audience: PaletteAudience, permissions: readonly Permission[]): RecordSource {
  const kindOf = (text: string) => {
    const [, prefix = ''] = /^(hook(?=_\d+$)|[a-z]{2,4}(?=_[0-9A-Za-z]{8,16}$))/.exec(text) ?? [];
    const kind = kinds[audience][prefix];
    return kind && (!kind.permission || permissions.includes(kind.permission)) ? kind : undefined;
  };
  const expect = (text: string): Result[] => {
    const kind = kindOf(text);
    return kind
      ? [{ id: text, title: text, note: kind.name, icon: kind.icon, run: () => navigate(kind.page + text) }]
      : [];
  };
  return {
    name: 'ID',
    expect,
    find: async (text) => {
      const api = kindOf(text)?.api;
      if (!api) return expect(text);
      try {
        const record = await request<{ text?: string; name?: string; path?: string }>('GET', api + text);
        return expect(text).map((result) => ({ ...result, title: record.text ?? record.name ?? record.path ?? text }));
      } catch (error) {
        return isHooklineError(error, 'not_found') ? [] : expect(text);
      }
    },
  };
}
