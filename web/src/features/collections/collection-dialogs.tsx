// CollectionDialogs: create, edit, share and delete a collection.
import type { Collection } from '@hookline/sdk';
import { navigate } from 'wouter/use-browser-location';
import { TextArea, TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { ConfirmDialog } from '../../kit/overlay/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { plural } from '../../kit/page/format.ts';
import { collectionHref, createCollection, deleteCollection, updateCollection } from './collection-client.ts';
import { ShareSettings } from './share-settings.tsx';

export type OpenCollectionDialog = { type: 'create' } | { type: 'edit' | 'share' | 'delete'; collection: Collection };

type CollectionDialogsProps = {
  open: OpenCollectionDialog | undefined;
  onClose: () => void;
  /** The user stays on the page by default. */
  onDeleted?: () => void;
};

const maxNameLength = 100;
const maxDescriptionLength = 500;

export default function CollectionDialogs({ open, onClose, onDeleted }: CollectionDialogsProps) {
  const collection = open && 'collection' in open ? open.collection : undefined;
  const create = async (body: { name: string; description: string | null }) =>
    navigate(collectionHref((await createCollection(body)).collection_id));
  return (
    <>
      <Dialog isOpen={open?.type === 'create'} onClose={onClose} title="Create collection">
        <CollectionForm label="Create collection" onSubmit={create} onCancel={onClose} />
      </Dialog>
      <Dialog isOpen={open?.type === 'edit'} onClose={onClose} title="Edit collection">
        <CollectionForm
          label="Save changes"
          of={collection}
          onSubmit={async (body) => {
            if (collection) await updateCollection(collection.collection_id, body);
            onClose();
          }}
          onCancel={onClose}
        />
      </Dialog>
      <Dialog isOpen={open?.type === 'share'} onClose={onClose} title="Share collection" wide>
        {collection && <ShareSettings id={collection.collection_id} onDone={onClose} />}
      </Dialog>
      <ConfirmDialog
        isOpen={open?.type === 'delete'}
        onClose={onClose}
        title="Delete collection"
        action="Delete collection"
        nameToType={collection && collection.hooks > 0 ? collection.name : undefined}
        onConfirm={async () => {
          if (collection) await deleteCollection(collection.collection_id);
          onDeleted?.();
        }}
      >
        {collection && <Losses of={collection} />}
      </ConfirmDialog>
    </>
  );
}

function Losses({ of: { name, hooks, share_url } }: { of: Collection }) {
  return (
    <>
      <p className="font-medium text-ink wrap-anywhere">{name}</p>
      <p>
        {hooks > 0 && `The order, notes and tags of its ${plural(hooks, 'hook')} are lost. `}
        {share_url && 'Its share page stops at once. '}
        Saved searches, exports and webhooks that filter by it will match nothing. The hooks stay in the catalog.
      </p>
    </>
  );
}

type CollectionFormProps = {
  label: string;
  of?: Collection | undefined;
  onSubmit: (body: { name: string; description: string | null }) => Promise<unknown>;
  onCancel: () => void;
};

function CollectionForm({ label, of, onSubmit, onCancel }: CollectionFormProps) {
  const submit = (values: FormValues) =>
    onSubmit({ name: values.text('name') ?? '', description: values.text('description') ?? null });
  return (
    <Form label={label} onSubmit={submit}>
      <TextField name="name" label="Name" maxLength={maxNameLength} defaultValue={of?.name} />
      <TextArea
        name="description"
        label="Description"
        hint="Optional. Shown on the share page."
        maxLength={maxDescriptionLength}
        defaultValue={of?.description ?? ''}
      />
      <FormActions submit={label} onCancel={onCancel} />
    </Form>
  );
}
