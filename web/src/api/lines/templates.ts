// Client of GET /templates and POST /adapt.
import type { AdaptedLine, AdaptInput, Template, TemplateQuery } from '@hookline/sdk';
import { type CursorPage, request, requestCursorPage } from '../client.ts';

export const listTemplates = (query: TemplateQuery): Promise<CursorPage<Template>> =>
  requestCursorPage('/templates', query);

export async function adaptLine(input: AdaptInput): Promise<AdaptedLine | undefined> {
  const [line] = await request<AdaptedLine[]>('POST', '/adapt', { body: input });
  return line;
}
