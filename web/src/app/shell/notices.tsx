import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { NotificationHost } from '../../ui/notification/notification-host.tsx';

/** Where notifications and questions appear. What was shown before this was loaded appears with it. */
export default function Notices() {
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" limit={4} />
      <NotificationHost />
    </>
  );
}
