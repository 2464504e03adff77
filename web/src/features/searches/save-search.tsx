// SaveSearch: the button of the hooks page and its dialog. `?save=1` opens it, `?edit=` names a search to change. Once saved, the dialog
// shows the digest and the URL of the feed.
import type { SavedSearch } from '@hookline/sdk';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { accountPath, type OwnAccount } from '../../api/account.ts';
import { useApi } from '../../api/use-api.ts';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { capitalized } from '../../kit/page/format.ts';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { DigestSetting } from '../digests/digest-setting.tsx';
import { describeFilters } from '../filters/filter-text.ts';
import { findFilterError, toBody } from '../filters/form-filters.ts';
import { readFilters } from '../filters/hook-filters.ts';
import { useCollectionNames } from '../filters/use-collection-names.ts';
import { readSort, sortLabel } from '../hooks/hook-sorts.ts';
import { FeedAddress, FeedAppChoice } from './feed-address.tsx';
import { changeSearch, createSearch, searchesPath } from './search-client.ts';

const maxNameLength = 100;
const allSearches = '/dashboard/searches';
const open = () => changeQuery({ save: '1' });

export default function SaveSearch({ kind }: { kind: 'primary' | undefined }) {
  const [isOpen] = useQueryState('save');
  const [edited] = useQueryState('edit');
  const title = edited ? 'Save changes' : 'Save search';
  const [saved, setSaved] = useState<SavedSearch>();
  const close = () => {
    changeQuery({ save: undefined, for: undefined, ...(saved && { edit: undefined }) }, { replace: true });
    setSaved(undefined);
  };
  useActions([{ title, icon: 'plus', run: open }]);
  return (
    <>
      <Button kind={kind} icon="plus" onClick={open}>
        <span>
          Save<span className="max-sm:sr-only"> {edited ? 'changes' : 'search'}</span>
        </span>
      </Button>
      <Dialog isOpen={isOpen !== ''} onClose={close} title={saved ? 'Search saved' : title} wide>
        {saved ? <Saved search={saved} onDone={close} /> : <SaveForm onSaved={setSaved} onCancel={close} />}
      </Dialog>
    </>
  );
}

function SaveForm({ onSaved, onCancel }: { onSaved: (search: SavedSearch) => void; onCancel: () => void }) {
  const [edited] = useQueryState('edit');
  const search = useSearch();
  const filters = readFilters(search);
  const body = toBody(filters);
  const text = describeFilters(body, useCollectionNames(body));
  const error = findFilterError(filters);
  const [name, setName] = useState(capitalized(text).slice(0, maxNameLength));
  const sort = new URLSearchParams(search).has('sort') ? readSort(search) : undefined;
  const save = () => {
    const query = { filters: body, sort };
    return edited ? changeSearch(edited, query) : createSearch({ name, ...query });
  };
  return (
    <Form label="Save search" onSubmit={async () => onSaved(await save())}>
      <p className="text-muted wrap-anywhere">
        {error ?? `${capitalized(text)}${sort ? `, ${sortLabel(sort).toLowerCase()}` : ''}.`} The feed lists new hooks
        first, whatever the order here.
      </p>
      {!edited && (
        <TextField
          name="name"
          label="Name"
          required
          maxLength={maxNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <FormActions submit="Save" disabled={error !== undefined || name.trim() === ''} onCancel={onCancel}>
        <a className="text-muted" href={allSearches}>
          Saved searches
        </a>
      </FormActions>
    </Form>
  );
}

function Saved({ search: saved, onDone }: { search: SavedSearch; onDone: () => void }) {
  const { data: own } = useApi<OwnAccount>(accountPath);
  const { data: searches, mutate } = useApi<SavedSearch[]>(searchesPath);
  const search = searches?.find(({ search_id }) => search_id === saved.search_id) ?? saved;
  return (
    <div className="stack gap-4">
      <DigestSetting search={search} timezone={own?.account.timezone} isViewOnly={false} onChanged={() => mutate()} />
      <p className="border-t pt-3 text-muted">
        Apps read new hooks from the URL below. Keep it secret: each read counts as one of your calls.
      </p>
      <FeedAppChoice />
      <FeedAddress name={search.name} url={search.feed_url} />
      <ButtonRow>
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
        <LinkButton href={allSearches}>All saved searches</LinkButton>
      </ButtonRow>
    </div>
  );
}
