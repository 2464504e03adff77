// The API key created in this tab, kept in session storage so that copied examples include it. Never displayed.
const storageKey = 'hookline.key';
export const maskedKey = 'hkl_…';

export function rememberKey(key: string): void {
  sessionStorage.setItem(storageKey, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(storageKey);
}

export function rememberedKey(): string | null {
  return sessionStorage.getItem(storageKey);
}

/** `hint`: the key as lists show it. */
export function isRemembered(hint: string): boolean {
  return rememberedKey()?.endsWith(hint.slice(-4)) ?? false;
}

/** Replaces the masked key in the example with the remembered one, if any. */
export function fillInKey(example: string): string {
  return example.replaceAll(maskedKey, () => rememberedKey() ?? maskedKey);
}
