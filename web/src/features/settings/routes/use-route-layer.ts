import { useEffect, useState } from 'react';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import type { DrawnRoute, RouteLayer } from './route-layer.ts';

/** Shows routes on the map. @param routes the same list as long as none of them changes */
export function useRouteLayer(map: BaseMap | null, routes: readonly DrawnRoute[]): void {
  const [layer, setLayer] = useState<RouteLayer | null>(null);
  useEffect(() => {
    if (!map) return undefined;
    let gone = false;
    let made: RouteLayer | null = null;
    const make = async () => {
      const { createRouteLayer } = await import('./route-layer.ts');
      if (gone) return;
      made = createRouteLayer(map.map);
      setLayer(made);
    };
    void make();
    return () => {
      gone = true;
      made?.stop();
      setLayer(null);
    };
  }, [map]);
  useEffect(() => layer?.set(routes), [layer, routes]);
}
