import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clampRating, RATING_DEFAULTS } from '../../../../ui/rating/clamp-rating.ts';
import { Rating } from '../../../../ui/rating/rating.tsx';
import { expression, jsxCode } from '../../frame/jsx-code.ts';
import { number, onOff } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

const KNOBS = { max: number(RATING_DEFAULTS.max, 1, 20), readOnly: onOff(false) };

export function RatingSpecimen() {
  const { t } = useTranslation();
  const [stars, setStars] = useState(7);
  const label = t('widget.rating.label');
  return (
    <Specimen
      id="rating"
      title={t('widget.rating.title')}
      text={t('widget.rating.text')}
      knobs={KNOBS}
      code={(changed) =>
        jsxCode('Rating', { label, value: expression('stars'), onChange: expression('setStars'), ...changed })
      }
    >
      {({ readOnly, ...knobs }) => {
        const max = Math.min(Math.max(Math.trunc(knobs.max), 1), 20);
        return (
          <>
            <Rating label={label} value={stars} onChange={setStars} max={max} readOnly={readOnly} />
            <Text c="dimmed">{t('widget.rating.stars', { stars: clampRating(stars, max), max })}</Text>
          </>
        );
      }}
    </Specimen>
  );
}
