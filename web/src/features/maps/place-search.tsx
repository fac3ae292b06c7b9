import { ActionIcon, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Place, readPlace } from '../../ui/map/geodesy.ts';
import classes from './maps-page.module.css';

/** Leads the map to coordinates. */
export function PlaceSearch({ onGo }: { onGo: (place: Place) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [failed, setFailed] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const place = readPlace(text);
        setFailed(place === null);
        if (place) onGo(place);
      }}
    >
      <TextInput
        label={t('maps.go-to')}
        // Digits and signs stand in this order in every language.
        styles={{ input: { direction: 'ltr' } }}
        placeholder="-34.90328, -56.18816"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFailed(false);
        }}
        error={failed ? t('maps.go-to-failed') : null}
        rightSection={
          <ActionIcon type="submit" size={28} aria-label={t('maps.go')}>
            <IconArrowRight size={16} className={classes['forward']} />
          </ActionIcon>
        }
      />
    </form>
  );
}
