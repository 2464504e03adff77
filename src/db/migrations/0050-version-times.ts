// When the versions were published up to which changes were announced and digests told. How often the hooks of a collection got new ranks.
// In the order in which a running service locks these tables.
export const versionTimes = `
alter table announced_versions add column at timestamptz;
alter table digests add column told_at timestamptz;
alter table collections add column rank_epoch int not null default 0;
`;
