import { Checkbox, ColorSwatch, MultiSelect, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { liveStore } from '../../live/live-client.ts';
import { useFleetRevision } from '../../live/use-live.ts';
import { OVER_LAYERS, type OverLayer, TRACK_COLOURS } from './over-layers.ts';
import classes from './maps-page.module.css';
import { Section } from '../../ui/section/section.tsx';

interface Props {
  shown: readonly OverLayer[];
  onChange: (shown: OverLayer[]) => void;
  tracks: readonly number[];
  onTracks: (vehicleIds: number[]) => void;
}

/** The choice of the fleet's layers over the basemap. */
export function OverSection({ shown, onChange, tracks, onTracks }: Props) {
  const { t } = useTranslation();
  const seesFences = useMay('geo-fence', 'view');
  const seesLive = useMay('live-map', 'view');
  const allowed: Record<OverLayer, boolean> = { fences: seesFences, places: true, vehicles: seesLive };
  return (
    <Section title={t('maps.over.title')}>
      <SimpleGrid cols={2} spacing={8}>
        {OVER_LAYERS.filter((layer) => allowed[layer]).map((layer) => (
          <Checkbox
            key={layer}
            size="sm"
            label={t(`maps.over.${layer}`)}
            checked={shown.includes(layer)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...shown, layer] : shown.filter((one) => one !== layer))
            }
          />
        ))}
      </SimpleGrid>
      {seesLive && <Tracks tracks={tracks} onTracks={onTracks} />}
    </Section>
  );
}

function Tracks({ tracks, onTracks }: Pick<Props, 'tracks' | 'onTracks'>) {
  const { t } = useTranslation();
  // Renders again when the fleet is loaded.
  useFleetRevision();
  const { vehicles } = liveStore;
  const data = [...vehicles.values()]
    .map(({ id, registration }) => ({ value: String(id), label: registration }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const known = tracks.filter((id) => vehicles.has(id));
  return (
    <>
      <MultiSelect
        label={t('maps.over.tracks')}
        placeholder={known.length === 0 ? t('maps.over.choose') : ''}
        searchable
        hidePickedOptions
        clearable
        limit={100}
        maxValues={TRACK_COLOURS.length}
        nothingFoundMessage={t('maps.over.no-vehicle')}
        data={data}
        value={known.map(String)}
        onChange={(ids) => onTracks(ids.map(Number))}
      />
      {known.length > 0 && (
        <ul className={classes['key']}>
          {known.map((id, index) => (
            <li key={id}>
              <ColorSwatch color={TRACK_COLOURS[index % TRACK_COLOURS.length] ?? TRACK_COLOURS[0]} size={10} />
              {vehicles.get(id)?.registration}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
