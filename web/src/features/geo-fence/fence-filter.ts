import type { MapFence } from '@milepost/contract/fence-operations';
import { everyWordIn } from '../../text/every-word.ts';

export interface FenceFilter {
  search: string;
  /** A geofence must have all of them. */
  tags: readonly string[];
}

/** The geofences whose name and tags contain every typed word, and that have the tags. */
export function filterFences(fences: readonly MapFence[], { search, tags }: FenceFilter): readonly MapFence[] {
  const isWanted = everyWordIn(search);
  if (search.trim() === '' && tags.length === 0) return fences;
  return fences.filter(
    (fence) => tags.every((tag) => fence.tags.includes(tag)) && isWanted([fence.name, ...fence.tags]),
  );
}

/** The tags of geofences, the most frequent first. */
export function countTags(fences: readonly MapFence[]): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { tags } of fences) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}
