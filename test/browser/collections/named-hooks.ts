// Hooks that pages of collections are tested with.
import { hookLine, type TestService } from '../../setup/service.ts';

/** Imports a hook "Name opens the video" for each name. Returns their ids in this order, which is that of views. */
export async function importNamed(service: TestService, names: readonly string[]): Promise<string[]> {
  const lines = names.map((name, n) => hookLine(`${name} opens the video`, { views: 900_000 - n }));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl');
  const { key } = await service.account('pro');
  const { body } = await service.get('/hooks?fields=id&sort=-views', key);
  return body.data.map(({ id }: { id: string }) => id);
}
