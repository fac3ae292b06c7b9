import { useHotkeys } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

const KeyDialog = lazyPart(() => import('./key-dialog.tsx'));

/** Shows the keys when `?` is pressed. */
export function KeyHelp() {
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['shift+?', () => setOpened(true)]]);
  if (opened === null) return null;
  return (
    <Suspense>
      <KeyDialog opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
