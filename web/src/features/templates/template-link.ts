// Link to the page of templates with one opened to fill.
export const fillTemplate = (template: string) => `/dashboard/templates?fill=${encodeURIComponent(template)}`;
