// Index of the sample hooks that are not retired: an import that replaces them would otherwise scan the whole table.

export const sampleIndex = `
create index hooks_sample on hooks (id) where sample and state in ('published', 'pending');
`;
