// Theme button: light or dark, stored under the same key as in the app.

const storageKey = 'hookline.theme';

export function setUpTheme(): void {
  document.querySelector('#theme')?.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const shown = dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    dataset.theme = shown === 'dark' ? 'light' : 'dark';
    localStorage.setItem(storageKey, dataset.theme);
  });
}
