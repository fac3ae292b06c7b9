import { ModalsProvider } from '@mantine/modals';
import { useEffect, useRef } from 'react';
import { NotificationHost } from '../notification/notification-host.tsx';
import { ToastHost } from '../toast/toast-host.tsx';

/** Where notifications, toasts and questions appear. What was shown before this was loaded appears with it. */
export default function Notices({ onReady }: { onReady: () => void }) {
  const ready = useRef(onReady);
  // After those of the children: they listen by now.
  useEffect(() => ready.current(), []);
  return (
    <>
      <ModalsProvider />
      <ToastHost />
      <NotificationHost />
    </>
  );
}
