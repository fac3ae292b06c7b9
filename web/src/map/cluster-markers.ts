import { Marker, type MapLibreMap } from './map-library.ts';
import type { Cluster } from './cluster-index.ts';
import { drawRing } from './cluster-ring.ts';

interface Shown {
  marker: Marker;
  button: HTMLButtonElement;
  cluster: Cluster;
}

const looks = ({ counts, alarmed, out }: Cluster) => [...counts, alarmed, out].join(' ');

/**
 * Shows clusters as HTML buttons on the map: some dozens at most, crisp, in the theme's colours and reachable by
 * keyboard. Existing buttons are moved instead of created again.
 */
export function createClusterMarkers(
  map: MapLibreMap,
  options: { label(cluster: Cluster): string; onClick(cluster: Cluster): void },
) {
  const shown = new Map<number, Shown>();

  const add = (cluster: Cluster): Shown => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'milepost-cluster';
    button.dataset['testid'] = 'map-cluster';
    drawRing(button, cluster, options.label(cluster));
    const marker = new Marker({ element: button }).setLngLat([cluster.lon, cluster.lat]).addTo(map);
    // MapLibre gives every marker the role of an image; this one is a button.
    button.removeAttribute('role');
    const entry = { marker, button, cluster };
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      options.onClick(entry.cluster);
    });
    return entry;
  };

  return {
    show(clusters: readonly Cluster[]): void {
      const present = new Set(clusters.map(({ key }) => key));
      for (const [key, { marker }] of shown) {
        if (present.has(key)) continue;
        marker.remove();
        shown.delete(key);
      }
      for (const cluster of clusters) {
        const entry = shown.get(cluster.key);
        if (!entry) {
          shown.set(cluster.key, add(cluster));
          continue;
        }
        if (looks(entry.cluster) !== looks(cluster)) drawRing(entry.button, cluster, options.label(cluster));
        entry.cluster = cluster;
        entry.marker.setLngLat([cluster.lon, cluster.lat]);
      }
    },
  };
}
