// Which key replaced another, and the address that last used it.
export const keyUses = `
alter table keys add column replaced_by text;
alter table keys add column last_used_ip text;

update keys set replaced_by = regenerated.replaced_by
  from (select distinct on (subject) subject, details ->> 'replaced_by' as replaced_by
    from audit_log where action = 'key.regenerated' order by subject, id desc) as regenerated
  where keys.id = regenerated.subject and keys.revoked_at is null;
`;
