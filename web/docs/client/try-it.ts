// "Try it": a form with the parameters of an operation, which sends it with the reader's key or session and shows the response.
import { readKey } from './key.ts';

type Input = { name: string; place: 'path' | 'query' | 'header'; required: boolean; value: string; options: unknown[] };
type Call = { method: string; path: string; needsKey: boolean; inputs: Input[]; body?: unknown };

/** Number of parameters that are shown at once; the rest, mostly filters, is added by name. */
const shownAtOnce = 6;
/** Longer responses would make the page slow. */
const maxCharacters = 100_000;

export function toggleTry(button: HTMLElement): void {
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (!panel) return;
  if (panel.childElementCount === 0) panel.append(createForm(JSON.parse(button.dataset.call ?? '{}')));
  panel.hidden = !panel.hidden;
  button.setAttribute('aria-expanded', String(!panel.hidden));
}

function createForm(call: Call): HTMLFormElement {
  const form = element('form', { className: 'try-form' });
  const known = [...call.inputs].sort((a, b) => rank(a) - rank(b));
  const fields = known.filter((input, at) => rank(input) < 2 || at < shownAtOnce).map(toField);
  const rest = known.slice(fields.length);
  const list = element('div', { className: 'try-fields' }, fields);
  form.append(list);
  if (rest.length > 0) form.append(createAdder(rest, list));
  if (call.body !== undefined) {
    const area = element('textarea', {
      name: 'body',
      rows: 8,
      spellcheck: false,
      value: JSON.stringify(call.body, null, 2),
    });
    form.append(element('label', {}, ['Body', area]));
  }
  const output = element('div', { className: 'try-output' });
  output.setAttribute('role', 'status');
  form.append(element('button', { type: 'submit', className: 'button primary', textContent: 'Send' }), output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(call, form, output);
  });
  return form;
}

const rank = ({ required, value, place }: Input) => (required || place === 'path' ? 0 : value ? 1 : 2);

function toField({ name, place, required, value, options }: Input): HTMLElement {
  const attributes = { name: `${place}:${name}`, required: required || place === 'path', value };
  if (options.length === 0)
    return element('label', {}, [name, element('input', { ...attributes, spellcheck: false, autocomplete: 'off' })]);
  const choices = ['', ...options.map(String)].map((option) =>
    element('option', { value: option, textContent: option || '—' }),
  );
  const select = element('select', attributes, choices);
  // A value can be selected only after its option was added.
  select.value = value;
  return element('label', {}, [name, select]);
}

function createAdder(rest: readonly Input[], list: HTMLElement): HTMLElement {
  const choices = [{ name: 'Add a parameter…' }, ...rest].map(({ name }, at) =>
    element('option', { value: at === 0 ? '' : name, textContent: name }),
  );
  const select = element('select', { ariaLabel: 'Add a parameter' }, choices);
  select.addEventListener('change', () => {
    const input = rest.find(({ name }) => name === select.value);
    if (!input) return;
    const field = toField(input);
    list.append(field);
    select.selectedOptions[0]?.remove();
    select.value = '';
    field.querySelector<HTMLElement>('input, select')?.focus();
  });
  return select;
}

async function send(call: Call, form: HTMLFormElement, output: HTMLElement): Promise<void> {
  const data = new FormData(form);
  const url = new URL(location.origin);
  const headers = new Headers();
  let path = call.path;
  for (const { name, place } of call.inputs) {
    const value = String(data.get(`${place}:${name}`) ?? '').trim();
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '' && place === 'query') url.searchParams.append(name, value);
    else if (value !== '') headers.set(name, value);
  }
  url.pathname = path;
  const key = readKey();
  // Without a key the session of the dashboard is used, if there is one.
  if (call.needsKey && key) headers.set('authorization', `Bearer ${key}`);
  const body = call.body === undefined ? undefined : String(data.get('body'));
  if (body !== undefined) headers.set('content-type', 'application/json');
  output.replaceChildren('Sending…');
  try {
    const startedAt = performance.now();
    const response = await fetch(url, { method: call.method, headers, body });
    const text = await response.text();
    output.replaceChildren(...describe(response, text, performance.now() - startedAt));
  } catch {
    output.replaceChildren("Can't reach Hookline. Check your connection and send again.");
  }
}

function describe(response: Response, text: string, tookMs: number): HTMLElement[] {
  const left = response.headers.get('x-ratelimit-remaining');
  const facts = [
    `${response.status} ${response.statusText}`,
    `${Math.round(tookMs)} ms`,
    ...(left ? [`${left} calls left`] : []),
  ];
  const heading = element('p', { className: response.ok ? 'status' : 'status failed', textContent: facts.join(' · ') });
  const code = element('code', { textContent: pretty(text).slice(0, maxCharacters) });
  const pre = element('pre', { tabIndex: 0 }, [code]);
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', 'Response');
  const hint = element('p', { textContent: 'Add your key above, or sign in to the dashboard.' });
  return [heading, ...(response.status === 401 ? [hint] : []), element('div', { className: 'code' }, [pre])];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}
