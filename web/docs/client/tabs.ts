// Language tabs: a choice applies to all of them and to later pages. Without this script each works alone.

const storageKey = 'hookline.language';
/** The app names languages by their title. */
const names: Readonly<Record<string, string>> = { sh: 'curl', ts: 'typescript' };

const inputs = (): NodeListOf<HTMLInputElement> => document.querySelectorAll('main .tabs input[type=radio]');

export function setUpTabs(): void {
  show(localStorage.getItem(storageKey));
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('main .tabs')) return;
    const chosen = names[target.value] ?? target.value;
    localStorage.setItem(storageKey, chosen);
    // The chosen tab stays where it is on the screen while blocks above change their height.
    const before = target.getBoundingClientRect().top;
    show(chosen);
    scrollBy(0, target.getBoundingClientRect().top - before);
  });
}

function show(chosen: string | null): void {
  for (const input of inputs()) if ((names[input.value] ?? input.value) === chosen) input.checked = true;
}
