import { Rating as MantineRating } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clampRating, RATING_DEFAULTS } from './clamp-rating.ts';

interface Props {
  value: number;
  onChange?: (value: number) => void;
  /** The number of stars. */
  max?: number;
  readOnly?: boolean;
  /** The subject of the rating. */
  label: string;
}

/** Stars, editable or read-only. */
export function Rating({ value, onChange, max = RATING_DEFAULTS.max, readOnly, label }: Props) {
  const { t } = useTranslation();
  const rated = clampRating(value, max);
  return (
    <MantineRating
      value={rated}
      count={max}
      onChange={onChange}
      readOnly={readOnly}
      size="md"
      color="light-dark(#c27803, #f2b04a)"
      role={readOnly === true ? 'img' : 'group'}
      aria-label={readOnly === true ? t('widget.rating.of', { label, value: rated, max }) : label}
      getSymbolLabel={(stars) => t('widget.rating.stars', { stars, max })}
    />
  );
}
