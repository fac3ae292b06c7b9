import { DirectionProvider, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../api/query-client.ts';
import { restoreAppearance, useAppearance } from '../ui/appearance/appearance-store.ts';
import { appearanceManager } from './appearance/color-scheme-manager.ts';
import { router } from './routes.tsx';
import { cssVariables, theme as mantineTheme } from './theme.ts';

const colorSchemeManager = appearanceManager();

export function App() {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="light"
      >
        <AppearanceSync />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Applies the current appearance: Mantine's colour scheme, and the skin on the page. */
function AppearanceSync() {
  const { theme } = useAppearance();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(restoreAppearance, []);
  useEffect(() => setColorScheme(theme), [theme, setColorScheme]);
  return null;
}
