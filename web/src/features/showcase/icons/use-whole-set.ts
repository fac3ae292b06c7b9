import { useQuery } from '@tanstack/react-query';

/** The names and search words of the whole set; loaded when the person wants to see it. */
export function useWholeSet(wanted: boolean) {
  return useQuery({
    queryKey: ['icon-index'],
    queryFn: async () => {
      const { index, partOf } = await import('virtual:icons/index');
      return { icons: index.map(([name, words]) => ({ name, words })), partOf };
    },
    enabled: wanted,
    staleTime: Infinity,
  });
}

/** The drawings of one part of the set. */
export function useIconPart(part: number | undefined) {
  return useQuery({
    queryKey: ['icon-part', part],
    queryFn: async () => {
      const { parts } = await import('virtual:icons/index');
      const load = parts[part ?? -1];
      return load ? (await load()).nodes : {};
    },
    enabled: part !== undefined,
    staleTime: Infinity,
  });
}
