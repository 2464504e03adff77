// Copy buttons of code blocks.
import { fillIn, readKey } from './key.ts';

/** Original text of each block, since the displayed text has a masked key. */
const texts = new WeakMap<Element, string>();

export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('code');
    if (!code) continue;
    texts.set(code, code.textContent ?? '');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(code, button));
    block.append(button);
  }
}

async function copy(code: Element, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(fillIn(texts.get(code) ?? code.textContent ?? '', readKey()));
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 1500);
}
