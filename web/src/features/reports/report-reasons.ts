// Reasons of a report, as text.
import type { Report } from '../../api/openapi.ts';

export const reasonTexts: Readonly<Record<Report['reason'], string>> = {
  copyright: 'Copyright',
  privacy: 'Privacy or personal data',
  harmful: 'Harmful content',
  other: 'Something else',
};
