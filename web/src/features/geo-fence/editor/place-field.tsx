import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconMapPinSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { type Place, readPlace } from '../../../ui/map/geodesy.ts';

const PAUSE_MS = 250;

/** Leads to an address or to coordinates. */
export function PlaceField({ onPlace }: { onPlace: (place: Place) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), PAUSE_MS);
  const [failed, setFailed] = useState(false);
  const isName = asked.length > 1 && readPlace(asked) === null;
  const found = useCall('get-named-places', { text: asked }, { enabled: isName, placeholderData: keepPreviousData });
  const rows = isName ? (found.data?.rows ?? []) : [];

  function go(typed: string) {
    const named = rows.find(({ name }) => name === typed) ?? rows[0];
    const place = readPlace(typed) ?? named ?? null;
    setFailed(place === null);
    if (place) onPlace({ lat: place.lat, lon: place.lon });
  }
  return (
    <Autocomplete
      label={t('geo-fence.place')}
      placeholder={t('geo-fence.place-hint')}
      leftSection={<IconMapPinSearch size={16} aria-hidden />}
      data={rows.map(({ name }) => name)}
      // The server has searched already.
      filter={({ options }) => options}
      value={text}
      maxLength={100}
      onChange={(typed) => {
        setText(typed);
        setFailed(false);
      }}
      onOptionSubmit={go}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented) return;
        event.preventDefault();
        go(text.trim());
      }}
      error={failed ? t('geo-fence.place-failed') : null}
    />
  );
}
