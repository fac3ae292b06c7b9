import { ActionIcon } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useColumnChoice } from '../data-table/use-column-choice.ts';
import { LazyMenu } from '../lazy-menu.tsx';
import { lazyPart } from '../lazy-part.ts';

interface Props {
  columns: Parameters<typeof useColumnChoice>[0];
}

const ViewItems = lazyPart(() => import('./view-items.tsx'));

/** The saved views of this list. */
export function ViewsButton({ columns }: Props) {
  const { t } = useTranslation();
  const [choice, setChoice] = useColumnChoice(columns);
  return (
    <LazyMenu
      button={
        <ActionIcon variant="default" aria-label={t('list-views.title')} title={t('list-views.title')}>
          <IconBookmarks size={18} stroke={1.6} />
        </ActionIcon>
      }
      renderMenu={(frame) => <ViewItems {...frame} choice={choice} onChoose={setChoice} />}
    />
  );
}
