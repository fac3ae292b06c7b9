import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useTranslation } from 'react-i18next';

/** More than these at once are not read; the others wait. */
const MOST = 4;

/** Where toasts appear; once in the application. */
export function ToastHost() {
  const { t } = useTranslation();
  const components = { Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('app.dismiss') } } } };
  return (
    <MantineThemeProvider inherit theme={{ components }}>
      <Notifications position="bottom-right" limit={MOST} />
    </MantineThemeProvider>
  );
}
