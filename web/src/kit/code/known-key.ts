// The key that this tab saw being created. Examples are copied with it; it is shown nowhere and gone with the tab.
const place = 'hookline.key';
export const maskedKey = 'hkl_…';

export function rememberKey(key: string): void {
  sessionStorage.setItem(place, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(place);
}

export function knownKey(): string | null {
  return sessionStorage.getItem(place);
}

/** The example with the key in place of its mask, where this tab knows one. */
export function fillInKey(example: string): string {
  return example.replaceAll(maskedKey, () => knownKey() ?? maskedKey);
}
