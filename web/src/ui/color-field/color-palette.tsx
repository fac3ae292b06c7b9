import { ColorPicker } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toHex } from './hex-color.ts';

/** Colours that can be told apart on both themes of the map. */
export const SWATCHES = [
  '#2563d9',
  '#0a7f6b',
  '#b8590b',
  '#8b3fc4',
  '#c0306b',
  '#4d6a12',
  '#b92b22',
  '#5a6476',
] as const;

interface Props {
  /** `#rrggbb`, or `#rrggbbaa` with `alpha`. */
  value: string;
  onChange: (hex: string) => void;
  alpha?: boolean;
  swatches?: readonly string[];
}

/** The colours to pick from: any, or one of the swatches. */
export function ColorPalette({ value, onChange, alpha = false, swatches = SWATCHES }: Props) {
  const { t } = useTranslation();
  return (
    <ColorPicker
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
