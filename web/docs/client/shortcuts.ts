// The list of keyboard shortcuts of the docs, which `?` opens.

const modifier = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl ';

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/', `${modifier}K`], 'Search the docs'],
  [['↑', '↓'], 'Next result, previous result'],
  [['Enter'], 'Open the result'],
  [['?'], 'Show the keyboard shortcuts'],
  [['Esc'], 'Close the list'],
];

export function showShortcuts(): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'shortcuts';
  const title = document.createElement('h2');
  title.id = 'shortcuts-title';
  title.textContent = 'Keyboard shortcuts';
  dialog.setAttribute('aria-labelledby', title.id);
  const list = document.createElement('dl');
  for (const [keys, does] of shortcuts) {
    const [term, description] = [document.createElement('dt'), document.createElement('dd')];
    for (const key of keys) {
      const shown = document.createElement('kbd');
      shown.textContent = key;
      term.append(shown, ' ');
    }
    description.textContent = does;
    list.append(term, description);
  }
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button';
  close.textContent = 'Close';
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  dialog.append(title, list, close);
  document.body.append(dialog);
  dialog.showModal();
}
