// Link to the check with the text filled in. Nothing is checked, and no call counted, until it is submitted.
export const checkVariation = (text: string) => `/dashboard/check?draft=${encodeURIComponent(text)}`;
