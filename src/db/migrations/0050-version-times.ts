// When the versions were published up to which changes were announced and digests told. How often the hooks of a collection got new ranks.
export const versionTimes = `
alter table collections add column rank_epoch int not null default 0;
alter table announced_versions add column at timestamptz;
alter table digests add column told_at timestamptz;
`;
