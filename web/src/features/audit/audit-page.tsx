// /console/audit: who changed what over all accounts, the newest first. The filters are in the URL.
import { actionWords, actorWords } from '../../api/audit-text.ts';
import { FilterBar } from '../../kit/display/chip.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { SearchField } from '../../kit/forms/search-field.tsx';
import { changeQuery, useFilters } from '../../kit/page/query-state.ts';
import { AuditList } from './audit-list.tsx';

const names = ['account', 'action', 'actor', 'subject'] as const;
const none = { account: undefined, action: undefined, actor: undefined, subject: undefined };

const actionOptions = Object.entries(actionWords).map(([value, label]) => ({ value, label }));
const actorOptions = Object.entries(actorWords).map(([value, label]) => ({
  value,
  label: value === 'key' ? 'Any key' : label,
}));

export function AuditPage() {
  const given = useFilters(names);
  const [account, action, actor, subject] = names.map((name) => given[name]?.[0] ?? '');
  const filters = { account, action, actor, subject };
  const byKey = actor.startsWith('key_') ? [{ value: actor, label: `Key ${actor}` }] : [];
  /** An account's id asks for all that is the account's, any other for that alone. */
  const search = (id: string) =>
    changeQuery(id.startsWith('acc_') ? { account: id, subject: undefined } : { account: undefined, subject: id }, {
      replace: true,
    });
  return (
    <PageBody>
      <PageHeader
        title="Audit log"
        description="Every change, by whomever, kept for 400 days. Addresses of webhooks and sources are told without their path."
        call={{ path: '/operator/audit', query: { ...filters, limit: 50 }, isOperator: true }}
      />
      <div className="stack gap-4">
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_14rem_12rem]">
          <div className="max-sm:col-span-2">
            <SearchField
              label="Id of an account, key, hook, webhook, export…"
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
            options={[{ value: '', label: 'Every action' }, ...actionOptions]}
          />
          <SelectField
            name="actor"
            label="By"
            hideLabel
            value={actor}
            onChange={(event) => changeQuery({ actor: event.target.value })}
            options={[{ value: '', label: 'By anybody' }, ...actorOptions, ...byKey]}
          />
        </div>
        <FilterBar
          filters={given}
          onChange={(name, values) => changeQuery({ [name]: values })}
          onClear={() => changeQuery(none)}
        />
        <AuditList filters={filters} />
      </div>
    </PageBody>
  );
}
