import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { restoreAppearance, useAppearance } from '../../ui/appearance/appearance-store.ts';

/** Applies the current appearance: Mantine's colour scheme, and the skin on the page. */
export function AppearanceSync() {
  const { theme } = useAppearance();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(restoreAppearance, []);
  useEffect(() => setColorScheme(theme), [theme, setColorScheme]);
  return null;
}
