import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { useBell } from './use-bell.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const BellPanel = lazyPart(() => import('./bell-panel.tsx'));

/** The notifications of the person: counts the unread ones; a click opens the subject of each. */
export function Bell() {
  const { t } = useTranslation();
  const bell = useBell();
  if (!bell.shown) return null;
  const { unread } = bell;
  const label = unread > 0 ? t('bell.unread', { count: unread, number: formatNumber(unread) }) : t('bell.title');
  return (
    <Indicator label={unread > 99 ? '99+' : unread} size={16} offset={7} color="red" disabled={unread === 0}>
      <LazyMenu
        popup="dialog"
        button={
          <ActionIcon aria-label={label} title={label}>
            <IconBell size={20} stroke={1.6} />
          </ActionIcon>
        }
        renderMenu={(frame) => <BellPanel {...frame} bell={bell} />}
      />
    </Indicator>
  );
}
