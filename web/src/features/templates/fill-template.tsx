// FillTemplate: the words of a line or a template as buttons. Chosen words become fields, and the line is shown with their values.
import type { AdaptedLine } from '@hookline/sdk';
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

export function FillTemplate({ hook, template }: { hook: string; template: string }) {
  const own = useApi(hook ? ['adapt', hook] : null, () => adaptLine({ id: hook }), { once: true });
  if (!hook && !template) return <Card>Choose a template, then fill it with your topic.</Card>;
  if (!hook) return <Words key={template} template={template} />;
  return (
    <Load from={own} skeleton={<Skeleton className="h-72 w-full" />}>
      {(line) => line && <Words key={hook} template={line.template} own={line.filled} />}
    </Load>
  );
}

function Words({ template, own = {} }: { template: string; own?: AdaptedLine['filled'] }) {
  const [pieces] = useState(() => readPieces(template, own));
  const [chosen, setChosen] = useState(() => new Set(pieces.flatMap(({ slot }, at) => (slot ? [at] : []))));
  const runs = findRuns(pieces, chosen);
  /** Indexed by the position of words, so that a value stays when its run grows. */
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [result, setResult] = useState<{ of: string; text: string | undefined }>();
  const typedFor = ({ at, end }: Run) => typed.slice(at, end).find(Boolean) ?? '';
  // An empty field keeps the words of the line.
  const body = bodyOf(pieces, runs, (run) => typedFor(run).trim() || run.text);
  const of = JSON.stringify(body);
  const line = result?.of === of ? result.text : undefined;
  return (
    <Card>
      <div className="stack gap-4">
        <div className="stack gap-1.5">
          <p className="font-medium">Choose the words to replace</p>
          <p dir="auto" className="text-base leading-7 wrap-anywhere">
            {pieces.map(({ text, slot, isWord }, at) =>
              isWord ? (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never reorder
                  key={at}
                  type="button"
                  className="rounded-sm border-b border-dotted border-faint enabled:hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent"
                  aria-pressed={chosen.has(at)}
                  disabled={text === ''}
                  onClick={() => setChosen(chosen.symmetricDifference(new Set([at])))}
                >
                  {text || `[${slot}]`}
                </button>
              ) : (
                text
              ),
            )}
          </p>
        </div>
        {runs.length === 0 ? (
          <p className="text-muted">Click the words that name the topic. Then type the replacement.</p>
        ) : (
          <Form label="Fill the template" onSubmit={async () => setResult({ of, text: (await adaptLine(body))?.text })}>
            {runs.map((run) => (
              <TextField
                key={run.name}
                name={run.name}
                label={run.label}
                maxLength={200}
                autoFocus={run === runs[0]}
                placeholder={run.text ? undefined : examples[run.slot]}
                value={typedFor(run)}
                onChange={({ target }) =>
                  setTyped(pieces.map((_, at) => (at >= run.at && at < run.end ? target.value : (typed[at] ?? ''))))
                }
              />
            ))}
            <ButtonRow>
              <Button type="submit" kind="primary" disabled={!typed.some((value) => value.trim())}>
                Fill
              </Button>
              <ApiCall call={{ method: 'POST', path: '/adapt', body }} />
            </ButtonRow>
          </Form>
        )}
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

const examples = {
  topic: 'index funds',
  number: '7',
  amount: '$500',
  time: '3 days',
  year: '2026',
  name: 'Anna Smith',
  quote: '"stop talking"',
  link: 'https://example.com',
};
type SlotName = keyof typeof examples;

/** A word or slot that can be chosen, or the text between. A slot's text is from the line, and empty without one. */
type Piece = { text: string; isWord?: boolean | undefined; slot?: SlotName };

const slotPattern = new RegExp(`\\[(${Object.keys(examples).join('|')})\\]`);
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function readPieces(template: string, own: AdaptedLine['filled']): Piece[] {
  return template.split(slotPattern).flatMap((part, at, parts): Piece[] => {
    if (at % 2 === 0)
      return Array.from(segmenter.segment(part), ({ segment, isWordLike }) => ({ text: segment, isWord: isWordLike }));
    const slot = part as SlotName;
    const nth = parts.filter((other, place) => place % 2 && place < at && other === slot).length;
    return [{ text: [own[slot] ?? ''].flat()[nth] ?? '', isWord: true, slot }];
  });
}

/** Adjacent chosen words, or a slot. `name` is the pointer of errors: `slots/topic`, `slots/topic/1`. */
type Run = { at: number; end: number; name: string; slot: SlotName; text: string; label: string };

function findRuns(pieces: readonly Piece[], chosen: ReadonlySet<number>): Run[] {
  const runs: Run[] = [];
  for (const [at, { text: own, slot = 'topic', slot: isSlot }] of pieces.entries()) {
    if (!chosen.has(at)) continue;
    const [last, between] = [runs.at(-1), pieces[at - 1]?.text ?? ''];
    const isNext = last?.end === at - 1 && !isSlot && !pieces[last.at]?.slot && /^[\s-]$/.test(between);
    const { at: start, text: before } = (isNext && runs.pop()) || { at, text: '' };
    const nth = runs.filter((run) => run.slot === slot).length;
    const text = isNext ? before + between + own : own;
    const label = text ? `Instead of “${text}”` : capitalized(nth === 0 ? slot : `${slot} ${nth + 1}`);
    runs.push({ at: start, end: at + 1, name: `slots/${slot}${nth === 0 ? '' : `/${nth}`}`, slot, text, label });
  }
  return runs;
}

/** The template with the chosen words as slots, and their values in order. */
function bodyOf(pieces: readonly Piece[], runs: readonly Run[], value: (run: Run) => string) {
  const template = pieces.map(({ text }, at) => {
    const run = runs.find((one) => at >= one.at && at < one.end);
    return run ? (at === run.at ? `[${run.slot}]` : '') : text;
  });
  const slots = Object.entries(Object.groupBy(runs, ({ slot }) => slot)).map(([slot, own]) => [slot, own.map(value)]);
  return { template: template.join(''), slots: Object.fromEntries(slots) };
}
