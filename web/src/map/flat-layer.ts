/** How every deck.gl layer lies on the map: flat, in the order given. */
export const FLAT_LAYER = { parameters: { depthCompare: 'always', depthWriteEnabled: false } } as const;
