import type { MenuItem } from '@milepost/contract/menu';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { checkSession } from '../../api/session.ts';
import { isLeaving } from '../../api/session-end.ts';
import { saveMenuId } from '../../api/storage.ts';
import { errorText } from '../../ui/error-text.ts';
import { NOT_FOUND_PATH } from '../loaders.ts';
import { visible } from './menu.ts';

/** One message at a time, whichever entry it was. */
const NOTE = 'menu-check';

/**
 * What a click on a menu entry does besides following its link or opening its submenu: keeps an entry that leads
 * somewhere as the current menu, and asks the server whether session and entry are still good. The page does not wait
 * for the answer. Null stands for a link of the menu that is no entry of the server's.
 */
export function useMenuClick(): (item: MenuItem | null) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  async function check(item: MenuItem | null, at?: string): Promise<void> {
    notifications.hide(NOTE);
    try {
      // One after the other: the answer of one must not keep a user whose session the other has just found to be over.
      await checkSession(at);
      if (item !== null) await call('menu-check-by-id', { menuID: item.id });
    } catch (error) {
      if (isLeaving()) return;
      if (error instanceof CallError && error.status === 404) await navigate(NOT_FOUND_PATH);
      else showFailure(t, error, () => void check(item));
    }
  }
  return (item) => {
    if (item !== null && visible(item.submenu).length === 0) saveMenuId(item.id);
    void check(item, pathname + search);
  };
}

function showFailure(t: TFunction, error: unknown, onRetry: () => void): void {
  console.error(error);
  notifications.show({
    id: NOTE,
    autoClose: false,
    color: 'red',
    message: (
      <Group justify="space-between" gap="sm">
        <Text>{errorText(t, error)}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('table.retry')}
        </Button>
      </Group>
    ),
  });
}
