import '@mantine/notifications/styles.css';
import { MantineThemeProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationHost } from '../../ui/notification/notification-host.tsx';

/** Where notifications and questions appear. What was shown before this was loaded appears with it. */
export default function Notices({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation();
  const ready = useRef(onReady);
  // After those of the children: they listen by now.
  useEffect(() => ready.current(), []);
  const components = { Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('form.close') } } } };
  return (
    <>
      <ModalsProvider />
      <MantineThemeProvider inherit theme={{ components }}>
        <Notifications position="bottom-right" limit={4} />
      </MantineThemeProvider>
      <NotificationHost />
    </>
  );
}
