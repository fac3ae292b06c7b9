import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type MantineTheme } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eaf1fe',
  '#d3e2fd',
  '#a9c6fb',
  '#7da9f8',
  '#5690f5',
  '#3c7df0',
  '#2563d9',
  '#1d53bd',
  '#17459f',
  '#12377f',
];

/** From text (0) to the lowest background (9), in Mantine's order. */
const dark: MantineColorsTuple = [
  '#e8ecf2',
  '#c2cad6',
  '#9aa5b4',
  '#76818f',
  '#2b3441',
  '#232b37',
  '#1a212b',
  '#12171f',
  '#0d1219',
  '#090d12',
];

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, dark },
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', 'Vazirmatn Variable', 'Noto Sans Devanagari Variable', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  cursorType: 'pointer',
  components: {
    Checkbox: { defaultProps: { radius: 'xs' } },
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 36 },
      vars: (_theme: MantineTheme, { color }: { color?: string }) => ({
        root: color === 'gray' ? { '--ai-color': 'var(--text-dim)', '--ai-hover': 'var(--hover)' } : {},
      }),
    },
    // Mantine's placeholder for the initial focus would be a child of the menu that is not a menu item, which assistive
    // technology rejects.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { centered: true, radius: 'lg' }, styles: { title: { fontWeight: 650, fontSize: 16 } } },
    // Enter chooses the first match of the typed text.
    Select: { defaultProps: { comboboxProps: { shadow: 'md' }, selectFirstOptionOnChange: true } },
    MultiSelect: { defaultProps: { selectFirstOptionOnChange: true } },
    // A long address is truncated at its end, in a right-to-left language too.
    Pill: { styles: { label: { unicodeBidi: 'plaintext' } } },
  },
});

/** The light variant of a Mantine colour, from a pair of colors.css. */
const softened = (mantine: string, ours: string) => ({
  [`--mantine-color-${mantine}-light`]: `var(--${ours}-soft)`,
  [`--mantine-color-${mantine}-light-hover`]: `var(--${ours}-soft)`,
  [`--mantine-color-${mantine}-light-color`]: `var(--${ours})`,
});

/** Makes Mantine take its background, text and line colours from colors.css, so that each colour is defined once. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-placeholder': 'var(--text-dim)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--border-strong)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-red-filled': 'var(--danger-strong)',
    '--mantine-color-red-filled-hover': 'var(--danger-strong)',
    ...softened('accent', 'accent'),
    // The accent colour comes from the skin.
    '--mantine-color-accent-filled': 'var(--accent-strong)',
    '--mantine-color-accent-filled-hover': 'var(--accent-strong-hover)',
    '--mantine-color-accent-outline': 'var(--accent)',
    '--mantine-color-accent-text': 'var(--accent)',
    '--mantine-primary-color-filled': 'var(--accent-strong)',
    '--mantine-primary-color-filled-hover': 'var(--accent-strong-hover)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    ...softened('red', 'status-stopped'),
    ...softened('orange', 'status-idle'),
    ...softened('green', 'status-running'),
  };
  return { variables: {}, light: shared, dark: shared };
};
