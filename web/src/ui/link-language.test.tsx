// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { applyLinkLanguage } from '../api/link-language.ts';
import { localStore } from '../api/local-store.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { LinkLanguage } from './link-language.tsx';

beforeAll(async () => {
  startTexts();
  await loadTexts('en');
});
afterEach(async () => {
  cleanup();
  localStore.removeItem('milepost-drive-language');
  await applyLinkLanguage('en', 'UTC');
});

function Page({ timeZone }: { timeZone: string | undefined }) {
  const { t } = useTranslation();
  return (
    <MantineProvider env="test">
      <LinkLanguage aria-label="Language" timeZone={timeZone} />
      <p>{t('form.cancel')}</p>
    </MantineProvider>
  );
}

test.each([undefined, 'America/Montevideo'])(
  'the page of a link uses the chosen language, whether or not its link still has a zone: %s',
  async (timeZone) => {
    localStore.setItem('milepost-drive-language', 'ar');
    render(<Page timeZone={timeZone} />);
    await waitFor(() => expect(screen.getByText('إلغاء')).toBeTruthy(), { timeout: 10_000 });
    expect(document.documentElement.dir).toBe('rtl');
  },
);
