import { MantineThemeProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { hostToasts, type Toast, TOAST_DEFAULTS } from './toast.ts';

/** The maximum number shown at a time; the others wait. */
const MAX_TOASTS = 4;

/**
 * The host of toasts; once in the application. Away from the buttons used next: forms end with theirs in the other
 * corner, and on a phone at the bottom.
 */
export function ToastHost() {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, { getInitialValueInEffect: false });
  useEffect(() => hostToasts((id, toast) => (toast ? show(id, toast) : notifications.hide(id))), []);
  const components = { Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('app.dismiss') } } } };
  return (
    <MantineThemeProvider inherit theme={{ components }}>
      <Notifications position={phone ? 'top-center' : 'bottom-left'} limit={MAX_TOASTS} />
    </MantineThemeProvider>
  );
}

function show(id: string, { title, text, color, onClick, ...toast }: Toast): void {
  const { delayMs = TOAST_DEFAULTS.delayMs, autohide = TOAST_DEFAULTS.autohide } = toast;
  const autoClose = autohide && delayMs;
  // Mantine stops its timer only under the pointer.
  const hold = (held: boolean) =>
    notifications.update({ id, message: <bdi>{text}</bdi>, autoClose: !held && autoClose });
  notifications.show({
    id,
    title: title === undefined ? undefined : <bdi>{title}</bdi>,
    message: <bdi>{text}</bdi>,
    color,
    autoClose,
    onFocus: () => hold(true),
    onBlur: () => hold(false),
    ...(onClick && { onClick, style: { cursor: 'pointer' } }),
  });
}
