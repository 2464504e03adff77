// EventFields: which events a webhook receives.
import type { Webhook } from '@hookline/sdk';
import { Checkbox } from '../../kit/forms/toggle.tsx';

type Event = Webhook['events'][number];

const hints: Readonly<Record<Event, string>> = {
  'hooks.new': 'Hooks are published',
  'hooks.updated': 'A hook reaches 1M, 10M, 100M or 1B views, or 10K a day',
  'hooks.retired': 'Hooks leave the catalog',
  'export.completed': 'An export is ready',
  'quota.reached': '80% or 100% of a limit, or of a month’s included calls, is used',
  'trends.changed': 'A trend alert triggers',
};
const all = Object.keys(hints) as Event[];

export function EventFields({ chosen, onChange }: { chosen: readonly Event[]; onChange: (events: Event[]) => void }) {
  const toggle = (event: Event, isOn: boolean) =>
    onChange(all.filter((one) => (one === event ? isOn : chosen.includes(one))));
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 font-medium">Events</legend>
      {all.map((event) => (
        <Checkbox
          key={event}
          name={`event_${event}`}
          label={event}
          hint={hints[event]}
          checked={chosen.includes(event)}
          onChange={(isOn) => toggle(event, isOn)}
        />
      ))}
      <p className="col-span-full text-xs text-muted">The filters below apply to events about hooks.</p>
    </fieldset>
  );
}
