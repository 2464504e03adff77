// What a key may do, and from which IP addresses; null does not restrict it.

export const keyScopes = `
alter table keys add column scopes text[];
alter table keys add column allowed_ips text[];
`;
