// Exports: the size of the compressed form of a file. Audit log: records of downloads, whose actor is a signed link.

export const exportGzip = `
alter table exports add column gzip_bytes bigint;

alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check check (actor_kind in ('operator', 'key', 'session', 'system', 'link'));
`;
