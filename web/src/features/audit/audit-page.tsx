// /console/audit: the audit log of all accounts, newest first, with filters in the URL.
import { FilterBar } from '../../kit/display/filter-bar.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { changeQuery, useFilters } from '../../kit/page/query-state.ts';
import { actionText, actorText } from './action-text.ts';

// Lazy: keeps the page's initial script small.
const AuditList = lazyPart(() => import('./audit-list.tsx'), 'AuditList', <Skeleton className="h-96 w-full" />);

const names = ['account', 'action', 'actor', 'subject'] as const;
const noFilters = { account: undefined, action: undefined, actor: undefined, subject: undefined };

const actionOptions = Object.entries(actionText).map(([value, label]) => ({ value, label }));
const actorOptions = Object.entries(actorText).map(([value, label]) => ({
  value,
  label: value === 'key' ? 'Any key' : label,
}));

const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = { action: actionText, actor: actorText };
const labelOf = (name: string, value: string) => texts[name]?.[value] ?? value;

export function AuditPage() {
  const active = useFilters(names);
  const [account = '', action = '', actor = '', subject = ''] = names.map((name) => active[name]?.[0]);
  const filters = { account, action, actor, subject };
  const byKey = actor.startsWith('key_') ? [{ value: actor, label: `Key ${actor}` }] : [];
  const byOperator = actor.includes('@') ? [{ value: actor, label: actor }] : [];
  /** An account id finds all records of the account, any other id the records of that subject. */
  const search = (id: string) =>
    changeQuery(id.startsWith('acc_') ? { account: id, subject: undefined } : { account: undefined, subject: id }, {
      replace: true,
    });
  return (
    <PageBody>
      <PageHeader
        title="Audit log"
        description="All changes and sign-ins, kept for 400 days. URLs of webhooks and sources are shown without their path."
        call={{ path: '/operator/audit', query: { ...filters, limit: 50 }, isOperator: true }}
      />
      <div className="stack gap-4">
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_14rem_12rem]">
          <div className="max-sm:col-span-2">
            <SearchField
              label="ID of an account, key, hook, webhook, export…"
              value={account || subject}
              onChange={search}
            />
          </div>
          <SelectField
            name="action"
            label="Action"
            hideLabel
            value={action}
            onChange={(event) => changeQuery({ action: event.target.value })}
            options={[{ value: '', label: 'All actions' }, ...actionOptions]}
          />
          <SelectField
            name="actor"
            label="By"
            hideLabel
            value={actor}
            onChange={(event) => changeQuery({ actor: event.target.value })}
            options={[{ value: '', label: 'Anyone' }, ...actorOptions, ...byKey, ...byOperator]}
          />
        </div>
        <FilterBar
          filters={active}
          labelOf={labelOf}
          onChange={(name, values) => changeQuery({ [name]: values })}
          onClear={() => changeQuery(noFilters)}
        />
        <AuditList filters={filters} />
      </div>
    </PageBody>
  );
}
