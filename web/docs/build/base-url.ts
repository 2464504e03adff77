// The placeholder of the public URL in the built files, which replaces it when a page is served (src/http/pages/docs-pages.ts).
export const baseUrl = 'https://hookline.invalid';
