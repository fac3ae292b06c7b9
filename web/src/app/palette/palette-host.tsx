import type { MenuItem } from '@milepost/contract/menu';
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { onOpenPalette, openPalette } from './palette-store.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const Palette = lazyPart(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Listens for the palette's key and fetches the palette when it is wanted for the first time. */
export function PaletteHost({ items }: { items: readonly MenuItem[] }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['mod+K', openPalette]], []);
  useEffect(() => onOpenPalette(() => setOpened(true)), []);
  if (opened === null) return null;
  return (
    <Suspense>
      <Palette items={items} opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
