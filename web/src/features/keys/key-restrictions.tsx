// Fields for the scopes, allowed addresses and limits of a key, and their text in a table.
import { plansPath } from '../../api/account.ts';
import type { Key, Plan } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { NumberField, TextArea } from '../../kit/forms/field.tsx';
import type { FormValues } from '../../kit/forms/form.tsx';
import { useFieldError } from '../../kit/forms/form-context.ts';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { useSession } from '../../shell/session.tsx';
import { isRestricted, type Restrictions, scopeNames } from './key-state.ts';

const scopeHints: Readonly<Record<Key['scopes'][number], string>> = {
  read: 'Read hooks; manage saved searches, collections and alerts',
  export: 'Create and list exports',
  webhooks: 'Manage webhooks',
  usage: 'Quota and calls',
};
const scopes = Object.keys(scopeHints) as Key['scopes'];

const limitFields = [
  ['per_day', 'Calls per day'],
  ['per_month', 'Calls per month'],
] as const;

const fieldOf = (scope: string) => `scope_${scope}`;

/** `of` is the current key; a new key has all scopes, including scopes that a higher plan adds later. */
export function RestrictionFields({ of: key }: { of?: Restrictions }) {
  const error = useFieldError('scopes');
  const { account } = useSession();
  const { data: plans } = useApi<Plan[]>(account && plansPath);
  /** The first plan that has the feature, where the plan of the account lacks it. */
  const planFor = (scope: string) => {
    const having = plans?.filter(({ features }) => features.some((feature) => feature === scope)) ?? [];
    return having.some(({ name }) => name === account?.plan) ? undefined : having[0]?.title;
  };
  return (
    <>
      <fieldset name="scopes" className="grid gap-2 sm:grid-cols-2" aria-invalid={error !== undefined} tabIndex={-1}>
        <legend className="mb-1.5 font-medium">Scopes</legend>
        {scopes.map((scope) => {
          const plan = planFor(scope);
          return (
            <Checkbox
              key={`${scope} ${plan}`}
              name={fieldOf(scope)}
              label={scopeNames[scope]}
              hint={plan ? `Works once the account has ${plan}` : scopeHints[scope]}
              defaultChecked={key?.scopes.includes(scope) ?? true}
            />
          );
        })}
        {error && <div className="col-span-full text-xs text-bad">{error}</div>}
      </fieldset>
      <TextArea
        name="allowed_ips"
        label="Allowed addresses"
        rows={Math.min(Math.max(2, key?.allowed_ips?.length ?? 0), 6)}
        mono
        spellCheck={false}
        defaultValue={key?.allowed_ips?.join('\n')}
        hint="Optional. IP addresses or networks, one per line, such as 203.0.113.0/24."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {limitFields.map(([name, label]) => (
          <NumberField
            key={name}
            name={`limits/${name}`}
            label={label}
            min={1}
            defaultValue={key?.limits[name] ?? undefined}
            hint="Optional. Limits calls with this key."
          />
        ))}
      </div>
    </>
  );
}

export function readRestrictions(values: FormValues): Restrictions {
  const allowed = values
    .text('allowed_ips')
    ?.split(/[\s,]+/)
    .filter(Boolean);
  const limitOf = (name: string) => values.number(`limits/${name}`) ?? null;
  return {
    scopes: scopes.filter((scope) => values.checked(fieldOf(scope))),
    allowed_ips: allowed ?? null,
    limits: { per_day: limitOf('per_day'), per_month: limitOf('per_month') },
  };
}

/** Cell of a table. */
export function Access({ of: key }: { of: Key }) {
  if (!isRestricted(key)) return <span className="text-faint">Full</span>;
  const [first, ...others] = key.allowed_ips ?? [];
  return (
    <span className="max-sm:text-right">
      {key.scopes.length === scopes.length ? 'All scopes' : key.scopes.map((scope) => scopeNames[scope]).join(', ')}
      {first !== undefined && (
        <span className="block text-xs text-muted wrap-anywhere" title={key.allowed_ips?.join('\n')}>
          from {first}
          {others.length > 0 && ` and ${others.length} more`}
        </span>
      )}
    </span>
  );
}
