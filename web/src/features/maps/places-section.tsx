import type { PlaceOfInterest } from '@milepost/contract/place-operations';
import {
  ActionIcon,
  Button,
  CloseButton,
  FileButton,
  Group,
  Menu,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconDots, IconFileDownload, IconFileUpload, IconFocusCentered, IconMapPinPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { PlaceSign } from '../../map/over/place-sign.tsx';
import { everyWordIn } from '../../text/every-word.ts';
import { formatNumber } from '../../text/format.ts';
import { toCsv } from '../../ui/data-table/csv.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { errorText } from '../../ui/error-text.ts';
import { saveBlob } from '../../ui/export/save-blob.ts';
import type { Coordinates } from '../../ui/map/geodesy.ts';
import { notify, notifyFault } from '../../ui/toast/notify.ts';
import classes from './maps-page.module.css';
import { PLACE_COLUMNS } from './place-columns.ts';
import { Section } from '../../ui/section/section.tsx';
import { CutNote } from '../../ui/cut-note.tsx';

interface Props {
  /** True if the next click on the map sets a place. */
  placing: boolean;
  onPlacing: (on: boolean) => void;
  atCentre: () => void;
  onOpen: (place: PlaceOfInterest) => void;
  onGo: (place: Coordinates) => void;
}

/** The number of visible rows; a search finds the others. */
const SHOWN = 40;

/** The places of interest of the organisation, which everybody in it sees. */
export function PlacesSection({ placing, onPlacing, atCentre, onOpen, onGo }: Props) {
  const { t } = useTranslation();
  const mayCreate = useMay('maps', 'create');
  const { data, error, refetch } = useCall('get-place-list', {});
  const [search, setSearch] = useState('');
  const rows = data?.rows ?? [];
  const isWanted = everyWordIn(search);
  const found = rows.filter(({ name, category, note }) => isWanted([name, t(`maps.category.${category}`), note]));

  async function importFile(file: File | null) {
    if (!file) return;
    const { readPlacesFile } = await import('./places-file.ts');
    const read = await readPlacesFile(t, file);
    if ('fault' in read) {
      notifyFault(read.fault, { autohide: false, title: t('maps.places.import-failed') });
      return;
    }
    try {
      const { added } = await call('import-places', { rows: read.places });
      refresh('get-place-list');
      notify(t('maps.places.imported', { count: added, number: formatNumber(added) }));
    } catch (failure) {
      notifyFault(errorText(t, failure), { title: t('maps.places.import-failed') });
    }
  }
  return (
    <Section title={t('maps.places.title')}>
      <Group gap={8} wrap="nowrap">
        {mayCreate && (
          <Button
            flex={1}
            variant={placing ? 'filled' : 'default'}
            aria-pressed={placing}
            leftSection={<IconMapPinPlus size={16} stroke={1.6} aria-hidden />}
            onClick={() => onPlacing(!placing)}
          >
            {t('maps.places.add')}
          </Button>
        )}
        {(mayCreate || rows.length > 0) && (
          <FileButton accept=".csv,text/csv" onChange={(file) => void importFile(file)}>
            {({ onClick }) => (
              <Menu position="bottom-end" shadow="md">
                <Menu.Target>
                  <ActionIcon variant="default" aria-label={t('maps.places.more')}>
                    <IconDots size={18} stroke={1.6} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {mayCreate && (
                    <Menu.Item leftSection={<IconFileUpload size={18} stroke={1.6} />} onClick={onClick}>
                      {t('maps.places.import')}
                    </Menu.Item>
                  )}
                  {rows.length > 0 && (
                    <Menu.Item
                      leftSection={<IconFileDownload size={18} stroke={1.6} />}
                      onClick={() =>
                        saveBlob('places.csv', new Blob([toCsv(PLACE_COLUMNS, rows)], { type: 'text/csv' }))
                      }
                    >
                      {t('maps.places.export')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
          </FileButton>
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
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {rows.length > 8 && (
        <TextInput
          size="xs"
          aria-label={t('maps.places.search')}
          placeholder={t('maps.places.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          rightSection={
            search !== '' && (
              <CloseButton size="sm" aria-label={t('table.clear-search')} onClick={() => setSearch('')} />
            )
          }
        />
      )}
      {data && rows.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('maps.places.empty')}
        </Text>
      )}
      {rows.length > 0 && found.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('table.no-match')}
        </Text>
      )}
      {found.length > 0 && (
        <ul className={classes['places']} aria-label={t('maps.places.title')}>
          {found.slice(0, SHOWN).map((place) => (
            <li key={place.id}>
              <UnstyledButton data-row onClick={() => onOpen(place)}>
                <PlaceSign category={place.category} colour={place.colour} />
                <span>
                  <b>{place.name}</b>
                  <small>{t(`maps.category.${place.category}`)}</small>
                </span>
              </UnstyledButton>
              <ActionIcon size={28} aria-label={`${t('maps.markers.go')}: ${place.name}`} onClick={() => onGo(place)}>
                <IconFocusCentered size={16} stroke={1.6} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <CutNote shown={rows.length} total={data?.total} />
      {found.length > SHOWN && (
        <Text c="dimmed" size="xs">
          {t('maps.places.not-shown', { count: found.length - SHOWN, number: formatNumber(found.length - SHOWN) })}
        </Text>
      )}
    </Section>
  );
}
