// The filters of hooks, as fields that go to the query or into the body of a request.
import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { type FilterField, filterFields } from './filter-fields';

export type Place = 'query' | 'body';

const titled = (title: string) => title.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Labels whose values the service lists. Languages are tags. */
export const listedLabels = filterFields.filter(({ kind, name }) => kind === 'label' && name !== 'language');

export const labelField = ({ name, title }: FilterField): INodeProperties => ({
  displayName: `${titled(title)} Names or IDs`,
  name,
  type: 'multiOptions',
  typeOptions: { loadOptionsMethod: name },
  default: [],
  description:
    'Any of these. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const optionsOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([value, title]) => ({ name: titled(title), value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Returns the field of a filter, and the expression of the value to send. */
function fieldOf(field: FilterField): [INodeProperties, send: string] {
  const { name, kind, title, values, example: placeholder } = field;
  const common = { displayName: titled(title), name, description: field.description.replaceAll('`', '') };
  const joined = '={{ $value.length ? $value.join(",") : undefined }}';
  if (listedLabels.includes(field)) return [labelField(field), joined];
  if (kind === 'choice' && values)
    return [{ ...common, type: 'options', default: 'words', options: optionsOf(values) }, '={{ $value }}'];
  if (values) return [{ ...common, type: 'multiOptions', default: [], options: optionsOf(values) }, joined];
  if (kind === 'time')
    return [
      { ...common, type: 'dateTime', default: '' },
      '={{ $value ? DateTime.fromISO($value).toUTC().toISO() : undefined }}',
    ];
  const send = '={{ $value || undefined }}';
  // Unset numbers are 0, which no filter needs.
  if (kind === 'count' || kind === 'share')
    return [{ ...common, type: 'number', typeOptions: { minValue: 0 }, default: 0 }, send];
  // A flag is added from the list of filters, so it is sent even if it is false.
  if (kind === 'flag') return [{ ...common, type: 'boolean', default: true }, '={{ $value }}'];
  return [{ ...common, type: 'string', default: '', placeholder }, send];
}

/** In a body, the fields are members of `filters`. */
export function filters(place: Place, show: IDisplayOptions['show']): INodeProperties {
  const options = filterFields.map((field) => {
    const [properties, value] = fieldOf(field);
    const property = place === 'body' ? `filters.${field.name}` : field.name;
    return { ...properties, routing: { send: { type: place, property, value } } };
  });
  return {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: { show },
    options: options.sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
  };
}
