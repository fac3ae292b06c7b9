/** The layers that can be shown over the basemap. */
export const OVER_LAYERS = ['fences', 'places', 'vehicles'] as const;
export type OverLayer = (typeof OVER_LAYERS)[number];

/** The colours of tracks, in turn; distinguishable on both themes. */
export const TRACK_COLOURS = ['#2563d9', '#c0306b', '#0a7f6b', '#b8590b', '#8b3fc4', '#4d6a12'] as const;
