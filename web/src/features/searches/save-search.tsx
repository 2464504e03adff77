// SaveSearch: the button of the hooks page and its dialog, which `?save=1` opens. Saved, it shows the address of the feed.
import type { SavedSearch } from '@hookline/sdk';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { capitalized } from '../../kit/page/format.ts';
import { changeQuery, useQueryState } from '../../kit/page/query-state.ts';
import { describeFilters } from '../filters/filter-text.ts';
import { findFilterError, toBody } from '../filters/form-filters.ts';
import { readFilters } from '../filters/hook-filters.ts';
import { useCollectionNames } from '../filters/use-collection-names.ts';
import { readSort, sortLabel } from '../hooks/hook-sorts.ts';
import { FeedAddress, FeedAppChoice } from './feed-address.tsx';
import { createSearch } from './search-client.ts';

const maxNameLength = 100;
const searchesPage = '/dashboard/searches';
const open = () => changeQuery({ save: '1' });

export default function SaveSearch({ kind }: { kind: 'primary' | undefined }) {
  const [isOpen] = useQueryState('save');
  const [saved, setSaved] = useState<SavedSearch>();
  const close = () => {
    changeQuery({ save: undefined, for: undefined }, { replace: true });
    setSaved(undefined);
  };
  useActions([{ title: 'Save search', icon: 'plus', run: open }]);
  return (
    <>
      <Button kind={kind} icon="plus" onClick={open}>
        <span>
          Save<span className="max-sm:sr-only"> search</span>
        </span>
      </Button>
      <Dialog isOpen={isOpen !== ''} onClose={close} title={saved ? 'Search saved' : 'Save search'} wide>
        {saved ? <Saved search={saved} onDone={close} /> : <SaveForm onSaved={setSaved} onCancel={close} />}
      </Dialog>
    </>
  );
}

function SaveForm({ onSaved, onCancel }: { onSaved: (search: SavedSearch) => void; onCancel: () => void }) {
  const search = useSearch();
  const filters = readFilters(search);
  const body = toBody(filters);
  const text = describeFilters(body, useCollectionNames(body));
  const error = findFilterError(filters);
  const [name, setName] = useState(capitalized(text).slice(0, maxNameLength));
  const sort = new URLSearchParams(search).has('sort') ? readSort(search) : undefined;
  return (
    <Form label="Save search" onSubmit={async () => onSaved(await createSearch({ name, filters: body, sort }))}>
      <p className="text-muted wrap-anywhere">
        {error ?? `${capitalized(text)}${sort ? `, ${sortLabel(sort).toLowerCase()}` : ''}.`} The feed has its newest
        hooks first{sort && ', whatever the order on this page'}.
      </p>
      <TextField
        name="name"
        label="Name"
        required
        maxLength={maxNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <FormActions submit="Save search" disabled={error !== undefined || name.trim() === ''} onCancel={onCancel}>
        <a className="text-muted" href={searchesPage}>
          Saved searches
        </a>
      </FormActions>
    </Form>
  );
}

function Saved({ search, onDone }: { search: SavedSearch; onDone: () => void }) {
  return (
    <div className="stack gap-4">
      <p className="text-muted">
        Anyone with this address can read the feed of{' '}
        <span className="font-medium text-ink wrap-anywhere">{search.name}</span>, and each read is a call of yours.
      </p>
      <FeedAppChoice />
      <FeedAddress name={search.name} url={search.feed_url} />
      <ButtonRow>
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
        <LinkButton href={searchesPage}>All saved searches</LinkButton>
      </ButtonRow>
    </div>
  );
}
