// Identity of hooks: one hook for each video, else for each record of a source, else for each text.

export const identity = `
drop index hooks_text_key;
create unique index hooks_video_key on hooks (video_key) where video_key is not null;
create unique index hooks_source_identity on hooks (source, source_id) where video_key is null and source_id is not null and merged_into is null;
create unique index hooks_text_identity on hooks (text_key) where video_key is null and source_id is null and merged_into is null;
`;
