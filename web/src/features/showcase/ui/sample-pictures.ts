interface Scene {
  sky: string;
  hill: string;
  road: string;
  sun: number;
}

/** A drawn landscape with a road, as a sample picture. */
function drawn({ sky, hill, road, sun }: Scene): string {
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 640" width="960" height="640">',
    `<rect width="960" height="640" fill="${sky}"/><circle cx="${sun}" cy="170" r="60" fill="#fff" opacity=".8"/>`,
    `<path d="M0 420Q220 260 480 400T960 360V640H0Z" fill="${hill}"/>`,
    `<path d="M430 640Q470 480 620 420T960 372L960 392Q720 420 640 480T640 640Z" fill="${road}"/>`,
    '<path d="M540 640Q560 500 660 446T960 383" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray="26 22"/>',
    '</svg>',
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The pictures of the light box's specimen, by the key of their names. */
export const SAMPLE_PICTURES: readonly { key: string; src: string }[] = [
  { key: 'morning', src: drawn({ sky: '#f4c9a0', hill: '#6d8a5f', road: '#4a4f57', sun: 240 }) },
  { key: 'noon', src: drawn({ sky: '#9cc9ee', hill: '#4f8a57', road: '#565c66', sun: 520 }) },
  { key: 'night', src: drawn({ sky: '#16233d', hill: '#1f3a34', road: '#2b313b', sun: 760 }) },
];
