// FillTemplate: the slots of a template as fields, and the line with their values. Of a hook, the fields have what its line has.
import { type AdaptedLine, HooklineError } from '@hookline/sdk';
import { useState } from 'react';
import { adaptLine } from '../../api/lines/templates.ts';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Card } from '../../kit/display/card.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Button, ButtonRow, LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { checkVariation } from '../check/check-link.ts';
import { SlotText, slotsIn } from '../hooks/template.tsx';

type Values = AdaptedLine['filled'];
type SlotName = keyof Values;

export function FillTemplate({ hook, template }: { hook: string; template: string }) {
  const own = useApi(hook ? ['adapt', hook] : null, () => adaptLine({ id: hook }), { once: true });
  if (!hook && !template) return <Card>Choose a template, then fill its slots with your topic.</Card>;
  if (!hook) return <Filled key={template} template={template} values={{}} />;
  if (own.error instanceof HooklineError && own.error.code === 'invalid_body')
    return <Card>This line has no part to swap. Choose Check a variation to write your own version of it.</Card>;
  return (
    <Load from={own} skeleton={<Skeleton className="h-72 w-full" />}>
      {(line) => line && <Filled key={hook} id={hook} template={line.template} values={line.filled} line={line.text} />}
    </Load>
  );
}

/** `id` is that of the hook with this template. */
type FilledProps = { id?: string; template: string; values: Values; line?: string };

function Filled({ id, template, values, line: own }: FilledProps) {
  const [line, setLine] = useState(own);
  const [sent, setSent] = useState(values);
  const source = id ? { id } : { template };
  const fields = fieldsOf(template);
  const fill = async (text: (name: string) => string | undefined) => {
    const missing = fields.filter(({ name }) => text(name) === undefined);
    if (missing.length > 0)
      throw { errors: missing.map(({ name }) => ({ parameter: name, detail: 'Enter a value.' })) };
    const slots = valuesOf(fields, text);
    setLine((await adaptLine({ ...source, slots }))?.text);
    setSent(slots);
  };
  return (
    <Card>
      <div className="stack gap-4">
        <p className="font-medium">
          <SlotText>{template}</SlotText>
        </p>
        <Form label="Fill the template" onSubmit={({ text }) => fill(text)}>
          {fields.map(({ name, slot, nth, label }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              maxLength={200}
              placeholder={examples[slot]}
              defaultValue={[values[slot] ?? ''].flat()[nth] ?? ''}
            />
          ))}
          <ButtonRow>
            <Button type="submit" kind="primary">
              Fill
            </Button>
            <ApiCall call={{ method: 'POST', path: '/adapt', body: { ...source, slots: sent } }} />
          </ButtonRow>
        </Form>
        <div aria-live="polite">
          {line && (
            <div className="stack gap-3 border-t pt-4">
              <HookText whole>{line}</HookText>
              <ButtonRow>
                <CopyButton text={line} label="Copy line" showLabel />
                <LinkButton icon="review" href={checkVariation(line)}>
                  Check it
                </LinkButton>
              </ButtonRow>
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}

const examples: Readonly<Record<SlotName, string>> = {
  topic: 'index funds',
  number: '7',
  amount: '$500',
  time: '3 days',
  year: '2026',
  name: 'Anna Smith',
  quote: '"stop talking"',
  link: 'https://example.com',
};

/** A slot that stands several times has as many fields. The name is the pointer of errors: `slots/topic`, `slots/topic/1`. */
type SlotField = { name: string; slot: SlotName; nth: number; label: string };

function fieldsOf(template: string): SlotField[] {
  const slots = slotsIn(template).filter((slot): slot is SlotName => Object.hasOwn(examples, slot));
  return slots.map((slot, at) => {
    const nth = slots.slice(0, at).filter((other) => other === slot).length;
    const isRepeated = slots.indexOf(slot) !== slots.lastIndexOf(slot);
    const name = nth === 0 ? `slots/${slot}` : `slots/${slot}/${nth}`;
    return { name, slot, nth, label: capitalized(isRepeated ? `${slot} ${nth + 1}` : slot) };
  });
}

/** Values by slot, in order. */
function valuesOf(fields: readonly SlotField[], text: (name: string) => string | undefined): Values {
  const bySlot = Object.entries(Object.groupBy(fields, ({ slot }) => slot));
  return Object.fromEntries(bySlot.map(([slot, own]) => [slot, own?.map(({ name }) => text(name) ?? '') ?? []]));
}
