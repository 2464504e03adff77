// Placeholder in the built files, which the public URL replaces when a page is served (src/http/pages/docs-pages.ts).
export const baseUrl = 'https://hookline.invalid';
