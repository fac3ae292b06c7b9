import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconFileDownload, IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../ui/export/save-blob.ts';
import { Tooltip } from '../../ui/tooltip/tooltip.tsx';
import { MarkerRow } from './marker-row.tsx';
import { type MapMarker, markersToGeoJson } from './marker-store.ts';
import classes from './maps-page.module.css';
import { Section } from '../../ui/section/section.tsx';

interface Props {
  markers: readonly MapMarker[];
  /** True if the next click on the map sets a marker. */
  placing: boolean;
  onPlacing: (on: boolean) => void;
  atCentre: () => void;
  onUpdate: (id: string, part: Partial<MapMarker>) => void;
  onRemove: (id: string) => void;
  onRestore: (marker: MapMarker) => void;
  onGo: (marker: MapMarker) => void;
}

/** The person's own markers. */
export function MarkersSection(props: Props) {
  const { markers, placing, onPlacing, atCentre, onUpdate, onRemove, onRestore, onGo } = props;
  const { t } = useTranslation();
  const save = () =>
    saveBlob('markers.geojson', new Blob([markersToGeoJson(markers)], { type: 'application/geo+json' }));
  return (
    <Section title={t('maps.markers.title')}>
      <Group gap={8} wrap="nowrap">
        <Button
          flex={1}
          variant={placing ? 'filled' : 'default'}
          aria-pressed={placing}
          leftSection={<IconMapPinPlus size={16} stroke={1.6} aria-hidden />}
          onClick={() => onPlacing(!placing)}
        >
          {t('maps.markers.add')}
        </Button>
        {markers.length > 0 && (
          <Tooltip text={t('maps.markers.save')}>
            <ActionIcon variant="default" aria-label={t('maps.markers.save')} onClick={save}>
              <IconFileDownload size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {placing && (
        <Group gap={8} justify="space-between">
          <Text c="dimmed" size="sm" role="status">
            {t('maps.markers.hint')}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={atCentre}>
            {t('maps.measure.at-centre')}
          </Button>
        </Group>
      )}
      {markers.length > 0 && (
        <ul className={classes['markers']}>
          {markers.map((marker) => (
            <MarkerRow
              key={marker.id}
              marker={marker}
              onUpdate={(part) => onUpdate(marker.id, part)}
              onRemove={() => onRemove(marker.id)}
              onRestore={() => onRestore(marker)}
              onGo={() => onGo(marker)}
            />
          ))}
        </ul>
      )}
      <Text c="dimmed" size="xs">
        {t('maps.markers.where')}
      </Text>
    </Section>
  );
}
