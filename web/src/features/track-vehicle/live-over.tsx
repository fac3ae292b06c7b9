import { useMay } from '../../api/setup.ts';
import type { MapLibreMap } from '../../map/map-library.ts';
import { FencesOver, PlacesOver } from '../../map/over/overlays.tsx';
import type { LiveLayer } from './layers-menu.tsx';

/** Geofences and places below the vehicles, if the role may see them. */
export default function LiveOver({ map, over }: { map: MapLibreMap; over: readonly LiveLayer[] }) {
  const seesFences = useMay('geo-fence', 'view');
  const seesPlaces = useMay('maps', 'view');
  return (
    <>
      {seesFences && over.includes('fences') && <FencesOver map={map} />}
      {seesPlaces && over.includes('places') && <PlacesOver map={map} />}
    </>
  );
}
