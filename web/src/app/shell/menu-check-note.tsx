import { notifications } from '@mantine/notifications';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';

/** One message at a time, whichever entry of the menu it was. */
const NOTE = 'menu-check';

/** Says why a click in the menu could not be checked, and offers to try again. */
export function showMenuCheckFailure(error: unknown, onRetry: () => void): void {
  notifications.show({
    id: NOTE,
    autoClose: false,
    color: 'red',
    message: (
      <ErrorNote
        error={error}
        onRetry={() => {
          notifications.hide(NOTE);
          onRetry();
        }}
      />
    ),
  });
}
