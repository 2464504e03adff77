// Every keyboard shortcut, by the page that it works on. The dialog that `?` opens shows it.
type Keys = readonly (readonly [keys: readonly string[], does: string])[];
export type ShortcutGroup = {
  title: string;
  keys: Keys;
  /** Prefix of the paths that it works on. Absent: every page. */
  path?: string;
  /** True for signed-in pages only, false for other pages only. */
  isSignedIn?: boolean;
  /** Selector of the elements that it works on. */
  needs?: string;
};

const modifier = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl ';
const labels = 'archetype (type), emotion, niche, format';

const curation: Keys = [
  [['j', 'k'], 'Next row, previous row'],
  [['x'], 'Select the row'],
  [['⇧J', '⇧K'], 'Extend the selection; or click a checkbox with Shift'],
  [['s'], 'Select all shown, or none'],
  [['t', 'o', 'n', 'f', 'l'], `Set ${labels}, language; then type, or 1 to 9`],
  [['e'], 'Edit text and labels; Enter saves, Esc cancels'],
  [['m', 'd'], 'Near duplicate: merge into the older hook, or keep both'],
  [['Enter'], 'Open the hook'],
  [['u', 'z'], 'Undo the last edit'],
  [['Esc'], 'Clear the selection'],
];

const everywhere: Keys = [
  [['?'], 'Show the keyboard shortcuts'],
  [[`${modifier}Enter`], 'Submit the form'],
  [['Esc'], 'Close the dialog or the list'],
];

const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Review: list',
    path: '/console/review',
    keys: [
      [['a'], 'Accept the selected hooks, or the row'],
      [['r'], 'Reject them'],
      [['⇧A'], 'Accept all shown'],
      [['c'], 'Reject all of this creator'],
      [['g'], 'Open or close the hooks of one text'],
      ...curation,
    ],
  },
  {
    title: 'Review: one at a time',
    path: '/console/review',
    keys: [
      [['a'], 'Accept with the labels shown'],
      [['r'], 'Reject'],
      [['e'], 'Edit text and labels; Enter saves, Esc cancels'],
      [['m', 'd'], 'Near duplicate: merge into the older hook, or keep both'],
      [['u', 'z'], 'Undo the last label change or decision'],
      [['j', 'k'], 'Skip to the next hook, back to the previous one'],
      [['t', 'o', 'n', 'f'], `Focus ${labels}`],
      [['1', '–', '9'], 'Choose a value of the focused label; the last digit opens all values'],
    ],
  },
  {
    title: 'Hooks',
    path: '/console/hooks',
    keys: [[['a'], 'Accept the selected hooks, or the row'], [['r'], 'Retire them'], ...curation],
  },
  {
    title: 'Requests',
    path: '/console/requests',
    keys: [
      [['a'], 'Approve the request'],
      [['d'], 'Decline it'],
    ],
  },
  {
    title: 'Hooks',
    path: '/dashboard',
    needs: '[data-row^=hook_], [data-save]',
    keys: [
      [['s'], 'Save to a collection: the selected hooks, the row, or the hook of the page'],
      [['x'], 'Select the row, in the list of hooks and in a collection; or click a checkbox with Shift'],
    ],
  },
  {
    title: 'Lists',
    needs: '[data-row]',
    keys: [
      [['j', 'k'], 'Next row, previous row'],
      [['Enter'], 'Open the row'],
    ],
  },
  { title: 'Search', needs: '[data-search]', keys: [[['/'], 'Focus the search field']] },
  {
    title: 'Every page',
    isSignedIn: true,
    keys: [[[`${modifier}K`], 'Go to a page, a record or an action'], ...everywhere],
  },
  { title: 'Every page', isSignedIn: false, keys: everywhere },
];

/** Groups of this path, without groups whose elements are not on the page. */
export function shortcutsAt(path: string): ShortcutGroup[] {
  const here = /^\/(dashboard|console)\b/.test(path);
  return shortcutGroups.filter(
    ({ path: prefix = '', isSignedIn = here, needs }) =>
      path.startsWith(prefix) && isSignedIn === here && (!needs || document.querySelector(needs)),
  );
}
