import { ColorSwatch, Popover, TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorPalette } from './color-palette.tsx';
import { toHex } from './hex-color.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string;
  /** `#rrggbb`, or `#rrggbbaa` with `alpha`. */
  value: string;
  onChange: (hex: string) => void;
  /** Lets the person choose the opacity of the colour. */
  alpha?: boolean;
  swatches?: readonly string[];
}

/** A field for a colour: typed, picked, or taken from the swatches. Emits only valid colours. */
export function ColorField({ value, onChange, label, alpha = false, swatches, ...rest }: Props) {
  const { t } = useTranslation();
  // The text being typed, until the field is left; null shows the value.
  const [typed, setTyped] = useState<string | null>(null);

  function change(text: string) {
    const hex = toHex(text, alpha);
    if (hex !== null && hex !== value) onChange(hex);
  }
  const picker = (
    <Popover position="bottom-start" shadow="md" disabled={rest.disabled === true}>
      <Popover.Target>
        <UnstyledButton aria-label={t('color-field.pick', { label })} disabled={rest.disabled === true} display="flex">
          <ColorSwatch color={value} size={18} radius={4} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ColorPalette value={value} onChange={change} alpha={alpha} swatches={swatches} />
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
