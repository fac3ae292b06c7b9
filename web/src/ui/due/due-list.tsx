import type { DueItem } from '@milepost/contract/due-operations';
import { recordPath } from '@milepost/contract/record-kinds';
import { type Icon, IconFileCertificate, IconListCheck, IconReceipt, IconTool } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { daysText } from '../../text/days-text.ts';
import { whenText } from '../maintenance/due-words.ts';
import classes from './due-list.module.css';

interface Shown {
  Icon: Icon;
  what: string;
  when: string;
  /** The path of its page, with a leading slash. */
  path: string;
}

/** The display of each kind of due item. */
function shown(t: TFunction, item: DueItem): Shown {
  switch (item.kind) {
    case 'document':
      return {
        Icon: IconFileCertificate,
        what: t(`documents.kind.${item.about}`),
        when: daysText(item.daysLeft),
        path: `/${recordPath('document', item.id)}`,
      };
    case 'subscription':
      return {
        Icon: IconReceipt,
        what: `${t('record-kind.subscription')} · ${item.about}`,
        when: daysText(item.daysLeft),
        path: `/${recordPath('subscription', item.id)}`,
      };
    case 'task':
      return {
        Icon: IconListCheck,
        what: item.about,
        when: daysText(item.daysLeft),
        path: `/${recordPath('task', item.id)}`,
      };
    case 'service':
      return {
        Icon: IconTool,
        what: item.task,
        when: whenText(t, item),
        path: `/${recordPath('vehicle', item.vehicleId)}?tab=maintenance`,
      };
  }
}

/** Items due within this time are highlighted. */
const SOON_DAYS = 7;

/** The due items, each a link to its page. */
export function DueList({ rows }: { rows: readonly DueItem[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes['list']}>
      {rows.map((item) => {
        const { Icon: KindIcon, what, when, path } = shown(t, item);
        const { id, kind, holderName, daysLeft } = item;
        return (
          <li key={`${kind}-${id}`}>
            <Link
              to={path}
              data-over={daysLeft < 0 || undefined}
              data-soon={(daysLeft >= 0 && daysLeft <= SOON_DAYS) || undefined}
            >
              <KindIcon size={16} stroke={1.6} aria-hidden />
              <span className={classes['what']}>
                {what} <small>{holderName}</small>
              </span>
              <span className={classes['when']}>{when}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
