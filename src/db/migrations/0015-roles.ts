// Roles of users, and the operator of an audit record. Users that a process of the previous version adds are account holders.

export const userRoles = `
alter table users add column role text not null default 'holder';
update users set role = 'owner' where account_id is null;
alter table users add constraint users_role_check check (role in ('holder', 'owner', 'curator', 'support'));
alter table audit_log add column operator_email text;
delete from verifications where value like '%@hookline.invalid"%';
`;
