// Links to the page of templates with one opened: that of a hook, filled as in its line, or one without values.
export const fillHook = (id: string) => `/dashboard/templates?hook=${encodeURIComponent(id)}`;
export const fillTemplate = (template: string) => `/dashboard/templates?fill=${encodeURIComponent(template)}`;
