import { ColorPicker as MantineColorPicker } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PaletteProps } from './color-palette.tsx';
import { toHex } from './hex-color.ts';

/** Colours that are distinguishable on both themes of the map. */
const SWATCHES = ['#2563d9', '#0a7f6b', '#b8590b', '#8b3fc4', '#c0306b', '#4d6a12', '#b92b22', '#5a6476'];

/** Any colour, or one of the swatches. */
export default function ColorPicker({ value, onChange, alpha = false, swatches = SWATCHES }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <MantineColorPicker
      format={alpha ? 'hexa' : 'hex'}
      value={value}
      onChange={(picked) => {
        const hex = toHex(picked, alpha);
        if (hex !== null && hex !== value) onChange(hex);
      }}
      swatches={[...swatches]}
      swatchesPerRow={8}
      saturationLabel={t('color-field.saturation')}
      hueLabel={t('color-field.hue')}
      alphaLabel={t('color-field.alpha')}
    />
  );
}
