import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NOTIFICATION_DEFAULTS } from '../../../../ui/notification/notification.ts';
import { NotificationList } from '../../../../ui/notification/notification-list.tsx';
import { showNotification, showPermissionDenied } from '../../../../ui/notification/show-notification.ts';
import { choice, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';
import classes from '../widget-page.module.css';

const KNOBS = {
  colorName: choice(['bg-black', 'bg-red', 'bg-orange', 'bg-green', 'bg-cyan', 'bg-blue', 'bg-purple']),
  text: words(NOTIFICATION_DEFAULTS.message),
  placementFrom: choice(['top', 'bottom']),
  placementAlign: choice(['left', 'center', 'right'], 'right'),
  animateEnter: choice(
    ['fadeIn', 'fadeInDown', 'fadeInUp', 'fadeInLeft', 'fadeInRight', 'zoomIn'].map((name) => `animated ${name}`),
    NOTIFICATION_DEFAULTS.enter,
  ),
  animateExit: choice(
    ['fadeOut', 'fadeOutDown', 'fadeOutUp', 'fadeOutLeft', 'fadeOutRight', 'zoomOut'].map((name) => `animated ${name}`),
    NOTIFICATION_DEFAULTS.exit,
  ),
};

const ORDER = Object.keys(KNOBS);
const LATE = [12, 8, 31, 5, 44, 17, 9, 26];

export function NotificationSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="notification"
      title={t('widget.notification.title')}
      text={t('widget.notification.text')}
      knobs={KNOBS}
      code={(changed) => {
        // Empty inputs get their defaults; those after the last given one can be omitted.
        const last = ORDER.findLastIndex((name) => name in changed);
        const given = ORDER.slice(0, last + 1).map((name) => `'${String(changed[name] ?? '').replaceAll("'", "\\'")}'`);
        return `showNotification(${given.join(', ')});`;
      }}
    >
      {(knobs) => (
        <>
          <Button
            onClick={() =>
              showNotification(
                knobs.colorName,
                knobs.text,
                knobs.placementFrom,
                knobs.placementAlign,
                knobs.animateEnter,
                knobs.animateExit,
              )
            }
          >
            {t('widget.notification.show')}
          </Button>
          <Button variant="default" onClick={() => showPermissionDenied()}>
            {t('widget.notification.denied')}
          </Button>
          <div className={classes.list}>
            <Text size="sm" c="dimmed" mb={6}>
              {t('widget.notification.list')}
            </Text>
            <NotificationList label={t('widget.notification.list-label')}>
              {LATE.map((minutes, index) => (
                <div key={minutes} className={classes.entry}>
                  {t('widget.notification.entry', { number: 1200 + index * 7, minutes })}
                </div>
              ))}
            </NotificationList>
          </div>
        </>
      )}
    </Specimen>
  );
}
