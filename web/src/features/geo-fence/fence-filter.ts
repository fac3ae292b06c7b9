import type { MapFence } from '@milepost/contract/fence-routes';

export interface FenceFilter {
  search: string;
  /** A fence has to bear all of them. */
  tags: readonly string[];
}

/** The fences whose name or tags hold what was typed and that bear the tags. */
export function filterFences(fences: readonly MapFence[], { search, tags }: FenceFilter): readonly MapFence[] {
  const words = search.trim().toLocaleLowerCase();
  if (words === '' && tags.length === 0) return fences;
  return fences.filter(
    (fence) =>
      tags.every((tag) => fence.tags.includes(tag)) &&
      (fence.name.toLocaleLowerCase().includes(words) ||
        fence.tags.some((tag) => tag.toLocaleLowerCase().includes(words))),
  );
}

/** The tags of fences, those of most fences first. */
export function countTags(fences: readonly MapFence[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { tags } of fences) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}
