import type { DriverObstacleKind, VehicleObstacleKind } from '@milepost/contract/availability-kinds';
import {
  type Icon,
  IconHammer,
  IconIdOff,
  IconLogout2,
  IconRoadOff,
  IconTransfer,
  IconUserOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import chip from '../chip.module.css';
import classes from './obstacle-chip.module.css';

type Kind = VehicleObstacleKind | DriverObstacleKind;

const ICONS: Record<Kind | 'moved', Icon> = {
  workshop: IconHammer,
  'off-road': IconRoadOff,
  sold: IconLogout2,
  moved: IconTransfer,
  'work-order': IconRoadOff,
  left: IconUserOff,
  'licence-expired': IconIdOff,
  'not-hired': IconUserOff,
};

/**
 * The reason why a vehicle or a driver must not be used, as one chip: shape, colour and word. `moved` looks like the
 * status of a sold vehicle, because the vehicle is now in another organisation.
 * @param text instead of the word
 */
export function ObstacleChip({ kind, text }: { kind: Kind | 'moved'; text?: string }) {
  const { t } = useTranslation();
  const KindIcon = ICONS[kind];
  return (
    <span className={`${chip['chip']} ${classes['obstacle']}`} data-testid={`obstacle-${kind}`}>
      <KindIcon size={13} stroke={2} aria-hidden />
      {text ?? (kind === 'moved' ? t('move.state') : t(`obstacle.${kind}`))}
    </span>
  );
}

/** The reason as a shape alone, where there is no room for the word, which is read aloud and shown on hover. */
export function ObstacleMark({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const KindIcon = ICONS[kind];
  const text = t(`obstacle.${kind}`);
  return (
    <span className={classes['mark']} role="img" aria-label={text} title={text} data-testid={`obstacle-${kind}`}>
      <KindIcon size={14} stroke={2} aria-hidden />
    </span>
  );
}
