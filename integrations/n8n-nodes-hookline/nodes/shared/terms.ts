// The values of labels, which filter fields offer. They are loaded from the service, since it may have more than others.
import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { call } from './api';
import { listedLabels } from './filters';

type Term = { id: string; name: string; description?: string | null };

/** A method for each label, named as the label. */
export const loadOptions = Object.fromEntries(
  listedLabels.map(({ name: label }) => [
    label,
    async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
      const { data } = await call<IDataObject & { data: Record<string, Term[]> }>(this, { url: '/taxonomy' });
      return data[label].map(({ id, name, description }) => ({
        name,
        value: id,
        description: description ?? undefined,
      }));
    },
  ]),
);
