// The search field: results as a list below it, by keyboard and pointer. The search is loaded at the first focus.
import type { Found } from './search.ts';

type Find = (query: string) => Found[];

export function setUpSearch(): void {
  const input = document.querySelector<HTMLInputElement>('#search');
  const list = document.querySelector<HTMLElement>('#found');
  if (!input || !list) return;
  let loading: Promise<Find> | undefined;
  let active = -1;
  const load = () => {
    loading ??= import('./search.ts').then(({ createSearch }) => createSearch());
    // The next focus retries.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const close = () => {
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const mark = (at: number) => {
    const options = [...list.querySelectorAll('[role=option]')];
    if (options.length === 0) return;
    active = (at + options.length) % options.length;
    for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === active));
    options[active]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[active]?.id ?? '');
  };
  const update = async () => {
    const query = input.value.trim();
    if (query === '') return close();
    const find = await load();
    if (input.value.trim() !== query) return;
    list.replaceChildren(...toOptions(find(query), query));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    mark(0);
  };
  input.addEventListener('focus', () => void load().catch(() => {}));
  input.addEventListener('input', () => void update());
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      mark(active + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') list.querySelector<HTMLAnchorElement>('[aria-selected=true]')?.click();
    else if (event.key === 'Escape') close();
  });
  list.addEventListener('click', close);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !input.parentElement?.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    const isShortcut = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey));
    if (!isShortcut) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function toOptions(found: readonly Found[], query: string): HTMLElement[] {
  if (found.length === 0) {
    const none = document.createElement('div');
    none.className = 'none';
    none.setAttribute('role', 'option');
    none.setAttribute('aria-disabled', 'true');
    none.textContent = `No results for “${query}”`;
    return [none];
  }
  return found.map(({ id, title, page, excerpt, isForOperators }, at) => {
    const option = document.createElement('a');
    option.id = `found-${at}`;
    option.href = id;
    option.tabIndex = -1;
    option.setAttribute('role', 'option');
    const heading = document.createElement('b');
    heading.textContent = title;
    const place = document.createElement('small');
    place.textContent = isForOperators ? `${page} · Run Hookline` : page;
    const text = document.createElement('span');
    text.append(...excerpt.map(([part, isMatch]) => wrap(part, isMatch)));
    option.append(heading, place, text);
    return option;
  });
}

function wrap(part: string, isMatch: boolean): Node {
  if (!isMatch) return document.createTextNode(part);
  const mark = document.createElement('mark');
  mark.textContent = part;
  return mark;
}
