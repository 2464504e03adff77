// Script of every page of the docs: theme, tabs, copy buttons, the reader's key, search at its first use.
import '../style/site.css';
import { addCopyButtons } from './copy.ts';
import { setUpKey } from './key.ts';
import { setUpSearch } from './search-field.ts';
import { setUpTabs } from './tabs.ts';
import { setUpTheme } from './theme.ts';

setUpTheme();
setUpTabs();
addCopyButtons();
setUpKey();
setUpSearch();
void showWhoIsSignedIn().catch(() => {});
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('.try') : null;
  if (button) void import('./try-it.ts').then(({ toggleTry }) => toggleTry(button));
});
document.addEventListener('keydown', ({ key, target }) => {
  const isTyping = target instanceof Element && target.closest('input, textarea, select');
  if (key === '?' && !isTyping && !document.querySelector('dialog[open]'))
    void import('./shortcuts.ts').then(({ showShortcuts }) => showShortcuts());
});

/** Signed-in readers get a link to their dashboard or console in place of the link to a first key. */
async function showWhoIsSignedIn(): Promise<void> {
  const { data } = await (await fetch('/session')).json();
  const link = document.querySelector<HTMLAnchorElement>('#start');
  if (!data || !link) return;
  const isOperator = data.role !== 'holder';
  link.href = isOperator ? '/console' : '/dashboard';
  link.textContent = isOperator ? 'Console' : 'Dashboard';
}

// The previous reference had its operations in fragments of this page.
if (/^#(tag|description|model)\//.test(location.hash)) location.replace('/docs/api');
