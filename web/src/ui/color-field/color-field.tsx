import { ColorPicker, ColorSwatch, Popover, TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
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

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string;
  /** `#rrggbb`, or `#rrggbbaa` with `alpha`. */
  value: string;
  onChange: (hex: string) => void;
  /** Lets the person choose how opaque the colour is. */
  alpha?: boolean;
  swatches?: readonly string[];
}

/** A field for a colour: typed, picked, or taken from the swatches. Hands on valid colours only. */
export function ColorField({ value, onChange, label, alpha = false, swatches = SWATCHES, ...rest }: Props) {
  const { t } = useTranslation();
  // What is being typed, until it is left; null shows the value.
  const [typed, setTyped] = useState<string | null>(null);

  function change(text: string) {
    const hex = toHex(text, alpha);
    if (hex !== null && hex !== value) onChange(hex);
  }
  const picker = (
    <Popover position="bottom-start" shadow="md" trapFocus disabled={rest.disabled === true}>
      <Popover.Target>
        <UnstyledButton aria-label={t('color-field.pick', { label })} disabled={rest.disabled === true} display="flex">
          <ColorSwatch color={value} size={18} radius={4} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ColorPicker
          format={alpha ? 'hexa' : 'hex'}
          value={value}
          onChange={change}
          swatches={[...swatches]}
          swatchesPerRow={8}
          saturationLabel={t('color-field.saturation')}
          hueLabel={t('color-field.hue')}
          alphaLabel={t('color-field.alpha')}
        />
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      label={label}
      leftSection={picker}
      leftSectionPointerEvents="all"
      spellCheck={false}
      autoComplete="off"
      {...rest}
      value={typed ?? value}
      error={typed !== null && toHex(typed, alpha) === null ? t('color-field.invalid') : rest.error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        change(currentTarget.value);
      }}
      onBlur={(event) => {
        setTyped(null);
        rest.onBlur?.(event);
      }}
    />
  );
}
