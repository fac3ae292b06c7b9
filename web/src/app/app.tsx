import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider } from 'react-router/dom';
import { AppearanceSync } from './appearance/appearance-sync.tsx';
import { appearanceManager } from './appearance/color-scheme-manager.ts';
import { cssVariables, theme } from './theme.ts';
import { router } from './routes.tsx';

const colorSchemeManager = appearanceManager();

export function App() {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="light"
      >
        <AppearanceSync />
        <RouterProvider router={router} />
      </MantineProvider>
    </DirectionProvider>
  );
}
