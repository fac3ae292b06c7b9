import { useTranslation } from 'react-i18next';
import { useSetup } from '../../../api/setup.ts';
import { MapView } from '../../../ui/map/map-view.tsx';
import { expression, jsxCode } from '../frame/jsx-code.ts';
import { choice, number, onOff } from '../frame/knobs.ts';
import { ShowcasePage } from '../frame/showcase-page.tsx';
import { Specimen } from '../frame/specimen.tsx';

const KNOBS = {
  basemap: choice(['offline', 'plain']),
  interactive: onOff(true),
  height: number(320, 160, 560, 20),
};
const WORLD = [0, 20, 1] as const;

/** The map component, for use by any page. */
export default function MapComponentPage() {
  const { t } = useTranslation();
  const setup = useSetup();
  const label = t('maps.component.label');
  return (
    <ShowcasePage
      title={t('maps.component.title')}
      text={t('maps.component.text')}
      contents={[{ id: 'map-view', title: t('maps.component.heading') }]}
    >
      <Specimen
        id="map-view"
        title={t('maps.component.heading')}
        text={t('maps.component.sample')}
        knobs={KNOBS}
        code={({ basemap, interactive }) =>
          jsxCode('MapView', {
            label,
            camera: expression('[lon, lat, zoom]'),
            ...(basemap !== undefined && { basemap }),
            ...(interactive !== undefined && { interactive }),
          })
        }
      >
        {({ basemap, interactive, height }) => (
          <div style={{ width: '100%', height, borderRadius: 8, overflow: 'hidden' }}>
            {!setup.isPending && (
              <MapView
                // Whether it is interactive is read once, when the map is created.
                key={String(interactive)}
                label={label}
                camera={setup.data?.mapHome ?? WORLD}
                basemap={basemap}
                interactive={interactive}
              />
            )}
          </div>
        )}
      </Specimen>
    </ShowcasePage>
  );
}
