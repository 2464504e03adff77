// The filters of hooks, as fields that go to the query or into the body of a request.
import type { IDisplayOptions, INodeProperties, INodePropertyRouting } from 'n8n-workflow';

export type Place = 'query' | 'body';

/** Fields of the body lie in `filters`. */
const route = (place: Place, name: string, value = '={{ $value }}'): INodePropertyRouting => ({
  send: { type: place, property: place === 'body' ? `filters.${name}` : name, value },
});

const label = (place: Place, displayName: string, name: string): INodeProperties => ({
  displayName: `${displayName} Names or IDs`,
  name,
  type: 'multiOptions',
  typeOptions: { loadOptionsMethod: name },
  default: [],
  description:
    'Any of these. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  routing: route(place, name, '={{ $value.length ? $value.join(",") : undefined }}'),
});

/** Unset numbers are 0, which no filter needs. */
const number = (place: Place, displayName: string, name: string, description: string): INodeProperties => ({
  displayName,
  name,
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 0,
  description,
  routing: route(place, name, '={{ $value || undefined }}'),
});

const text = (
  place: Place,
  displayName: string,
  name: string,
  description: string,
  placeholder?: string,
): INodeProperties => ({
  displayName,
  name,
  type: 'string',
  default: '',
  description,
  placeholder,
  routing: route(place, name, '={{ $value || undefined }}'),
});

const time = (place: Place, displayName: string, name: string, description: string): INodeProperties => ({
  displayName,
  name,
  type: 'dateTime',
  default: '',
  description,
  routing: route(place, name, '={{ $value ? DateTime.fromISO($value).toUTC().toISO() : undefined }}'),
});

export function filters(place: Place, show: IDisplayOptions['show']): INodeProperties {
  return {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    default: {},
    displayOptions: { show },
    options: [
      time(place, 'Added Since', 'added_since', 'Added to the database at or after this time'),
      time(place, 'Added Until', 'added_until', 'Added to the database at or before this time'),
      label(place, 'Archetype', 'archetype'),
      text(place, 'Creator', 'creator', 'Names of creators, separated by commas', 'someone'),
      label(place, 'Emotional Trigger', 'emotional_trigger'),
      label(place, 'Format', 'format'),
      text(place, 'Language', 'language', 'Codes of languages, separated by commas', 'en,es'),
      number(place, 'Maximum Seconds', 'max_duration_seconds', 'Most seconds of the video; unknown ones are not found'),
      number(place, 'Maximum Views', 'max_views', 'Most views of the video'),
      number(place, 'Minimum Likes', 'min_likes', 'Fewest likes of the video; unknown ones are not found'),
      number(place, 'Minimum Views', 'min_views', 'Fewest views of the video'),
      label(place, 'Niche', 'niche'),
      label(place, 'Platform', 'platform'),
      time(place, 'Published Since', 'published_since', 'Video published at or after this time'),
      text(place, 'Words', 'q', 'Words in the text; words in quotation marks are a phrase', '"index fund" -crypto'),
    ],
  };
}
