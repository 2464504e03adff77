// The reader's key: pasted here or created in the dashboard in this tab. Shown masked, copied and tried in full, never stored longer.

const storageKey = 'hookline.key';
const pattern = /^hkl_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/;
/** Placeholders of a key in examples. */
const placeholders = /\$HOOKLINE_KEY\b|hkl_…/g;

export function readKey(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    // Storage may be disabled; the docs work without it.
    return null;
  }
}

export function fillIn(text: string, key: string | null): string {
  return key ? text.replace(placeholders, () => key) : text;
}

const masked = (key: string) => `hkl_••••${key.slice(-4)}`;

export function setUpKey(): void {
  const form = document.querySelector<HTMLFormElement>('#key-panel');
  const input = document.querySelector<HTMLInputElement>('#key');
  const state = document.querySelector('#key-state');
  const button = document.querySelector('#key-button');
  if (!form || !input || !state || !button) return;
  const shown = findPlaceholders();
  const show = () => {
    const key = readKey();
    for (const [node, text] of shown) node.data = fillIn(text, key && masked(key));
    button.textContent = key ? masked(key) : 'Your key';
    state.textContent = key ? `Using ${masked(key)}.` : '';
    document.dispatchEvent(new CustomEvent('hookline:key'));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (!pattern.test(key)) {
      state.textContent = 'The key is incomplete. Copy it again.';
      return;
    }
    sessionStorage.setItem(storageKey, key);
    input.value = '';
    show();
    form.hidePopover();
  });
  document.querySelector('#forget')?.addEventListener('click', () => {
    sessionStorage.removeItem(storageKey);
    show();
  });
  show();
}

/** Text nodes in code that contain a placeholder, with their original text. */
function findPlaceholders(): [Text, string][] {
  const found: [Text, string][] = [];
  for (const code of document.querySelectorAll('.code code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.data.search(placeholders) >= 0) found.push([node, node.data]);
    }
  }
  return found;
}
