// Client of the passkey routes. The browser itself creates and requests passkeys.
import type { Session } from './account.ts';
import { request } from './client.ts';
import type { Passkey } from './openapi.ts';

export const passkeysPath = '/session/passkeys';

/** Passkeys need https and a browser that reads options as JSON. */
export const passkeysWork =
  location.protocol === 'https:' &&
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';

export async function addPasskey(name: string): Promise<Passkey> {
  const options = await request<PublicKeyCredentialCreationOptionsJSON>('POST', `${passkeysPath}/options`);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const passkey = toJson(await navigator.credentials.create({ publicKey }));
  return request('POST', passkeysPath, { body: { name, passkey } });
}

export const removePasskey = (id: string) => request('DELETE', `${passkeysPath}/${encodeURIComponent(id)}`);

export async function signInWithPasskey(): Promise<Session> {
  const options = await request<PublicKeyCredentialRequestOptionsJSON>('POST', '/session/passkey-options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const passkey = toJson(await navigator.credentials.get({ publicKey }));
  return request('POST', '/session', { body: { passkey } });
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser returned no passkey.');
  return credential.toJSON();
}

/** The person closed the browser's dialog, or it timed out. */
export function isPasskeyCanceled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError';
}

/** The authenticator has a passkey of this user already. */
export function isPasskeyKnown(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError';
}
