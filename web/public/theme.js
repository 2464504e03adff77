// Before the first paint, so that a chosen theme does not flash. A file of its own: the pages allow no inline script.
const chosen = localStorage.getItem('hookline.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
