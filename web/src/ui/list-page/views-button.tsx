import { ActionIcon } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../lazy-menu.tsx';
import { lazyPart } from '../lazy-part.ts';

const ViewItems = lazyPart(() => import('./view-items.tsx'));

/** The views that are saved of this list. */
export function ViewsButton(props: Pick<ComponentProps<typeof ViewItems>, 'columns'>) {
  const { t } = useTranslation();
  return (
    <LazyMenu
      button={
        <ActionIcon variant="default" aria-label={t('list-views.title')} title={t('list-views.title')}>
          <IconBookmarks size={18} stroke={1.6} />
        </ActionIcon>
      }
      renderMenu={(frame) => <ViewItems {...frame} {...props} />}
    />
  );
}
