import { ModalsProvider } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import { NotificationHost } from '../notification/notification-host.tsx';
import { ToastHost } from '../toast/toast-host.tsx';

/** The host of notifications, toasts and questions. Those requested before it was loaded are shown as well. */
export default function Notices({ onReady }: { onReady: () => void }) {
  const ready = useRef(onReady);
  // Runs after the effects of the children, which are listening by then.
  useEffect(() => ready.current(), []);
  return (
    <>
      <ModalsProvider />
      <ToastHost />
      <NotificationHost />
    </>
  );
}
