/** SQL of a coordinate of a fact `f`; null where it is that of the last public place instead of its own. */
export const publicOnly = (coordinate: string, isPrivate = 'f.private'): string =>
  `CASE WHEN ${isPrivate} THEN NULL ELSE ${coordinate} END`;
