// Examples of an API call in three languages. A separate chunk; the chosen language is remembered.
import { useState } from 'react';
import type { Call } from './call.ts';
import { Code } from './code.tsx';
import { languages } from './example-text.ts';
import { fillInKey, maskedKey, rememberedKey } from './remembered-key.ts';

const storageKey = 'hookline.language';

/** `apiKey` is shown in place of a mask. */
export default function Examples({ call, apiKey = maskedKey }: { call: Call; apiKey?: string }) {
  const [chosen, choose] = useState(localStorage.getItem(storageKey));
  const language = languages.find(({ id }) => id === chosen) ?? languages[0];
  const text = language.write({ ...call, origin: location.origin, key: apiKey });
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
              localStorage.setItem(storageKey, id);
              choose(id);
            }}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <Code label={`${language.title} example`} copied={() => fillInKey(text)} wrap={apiKey !== maskedKey}>
        {text}
      </Code>
      {apiKey === maskedKey && <p className="text-xs text-muted">{keyNote(call)}</p>}
    </div>
  );
}

function keyNote(call: Call): string {
  if (call.isOperator) return 'The operator key is read from the environment.';
  if (rememberedKey()) return 'Copy includes the key you created in this tab.';
  return 'Replace hkl_… with one of your keys.';
}
