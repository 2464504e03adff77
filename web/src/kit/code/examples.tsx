// The three examples of an ApiCall. A chunk of its own, since few look at it; the chosen language is remembered.
import { useState } from 'react';
import type { Call } from './call.ts';
import { Code } from './code.tsx';
import { languages } from './example-text.ts';
import { fillInKey, knownKey, maskedKey } from './known-key.ts';

const place = 'hookline.language';

export default function Examples({ call }: { call: Call }) {
  const [chosen, choose] = useState(localStorage.getItem(place));
  const language = languages.find(({ id }) => id === chosen) ?? languages[0];
  const text = language.write({ ...call, origin: location.origin, key: maskedKey });
  return (
    <div className="stack gap-3">
      <fieldset className="flex gap-1">
        <legend className="sr-only">Language</legend>
        {languages.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-pressed={language.id === id}
            className="h-7 rounded-md px-2.5 text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
            onClick={() => {
              localStorage.setItem(place, id);
              choose(id);
            }}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <Code label={`${language.title} example`} copied={() => fillInKey(text)}>
        {text}
      </Code>
      <p className="text-xs text-muted">{keyNote(call)}</p>
    </div>
  );
}

function keyNote(call: Call): string {
  if (call.isOperator) return 'The operator key is read from the environment.';
  if (knownKey()) return 'The key that was created in this tab is filled in when you copy.';
  return 'hkl_… stands for one of your keys.';
}
