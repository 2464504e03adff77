// The values of labels, which the fields of filters offer. The service lists them, since it may have more than others.
import type { IDataObject, ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { call } from './api';

type Term = { id: string; name: string; description?: string | null };

const labels = ['niche', 'archetype', 'emotional_trigger', 'platform', 'format'] as const;

/** A method for each label, named as the label. */
export const loadOptions = Object.fromEntries(
  labels.map((label) => [
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
