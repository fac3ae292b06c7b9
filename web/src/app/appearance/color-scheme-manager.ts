import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { chooseAppearance, readAppearance, restoreAppearance } from '../../ui/appearance/appearance-store.ts';

/**
 * Keeps Mantine's colour scheme and the appearance in sync: what any screen sets of either is stored under the
 * specification's keys (sections 3 and 4).
 */
export function appearanceManager(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | undefined;
  return {
    get: () => readAppearance().theme,
    set: (scheme: MantineColorScheme) => {
      if (scheme !== 'auto' && scheme !== readAppearance().theme) chooseAppearance({ theme: scheme });
    },
    subscribe(onUpdate) {
      onStorage = (event) => {
        if (event.storageArea !== localStorage) return;
        restoreAppearance();
        onUpdate(readAppearance().theme);
      };
      addEventListener('storage', onStorage);
    },
    unsubscribe: () => {
      if (onStorage) removeEventListener('storage', onStorage);
    },
    clear: () => undefined,
  };
}
