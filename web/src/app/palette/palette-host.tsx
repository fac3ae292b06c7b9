import type { MenuItem } from '@milepost/contract/menu-item';
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { onOpenPalette, openPalette } from './palette-store.ts';
import { wantPageTexts } from '../../text/i18n.ts';
import { typeAhead } from './type-ahead.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

// The titles of screens are among the texts of pages.
const Palette = lazyPart(async () => {
  const [{ Palette: Part }] = await Promise.all([import('./palette.tsx'), wantPageTexts()]);
  return { default: Part };
});

/** Listens for the palette's key and lazy-loads the palette on first use. */
export function PaletteHost({ items }: { items: readonly MenuItem[] }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(
    () =>
      onOpenPalette(() => {
        typeAhead.start();
        setOpened(true);
      }),
    [],
  );
  if (opened === null) return null;
  return (
    <Suspense>
      <Palette items={items} opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
