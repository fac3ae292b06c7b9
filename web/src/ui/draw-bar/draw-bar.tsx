import { ActionIcon, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './draw-bar.module.css';

interface Props {
  hint: string;
  canUndo: boolean;
  canRedo: boolean;
  onUndo: () => void;
  onRedo: () => void;
  /** Omitted if no drawing is in progress that must be ended. */
  onFinish: (() => void) | undefined;
}

/** The current instruction for the map, with undo and redo. */
export function DrawBar({ hint, canUndo, canRedo, onUndo, onRedo, onFinish }: Props) {
  const { t } = useTranslation();
  useHotkeys([
    ['mod+Z', onUndo],
    ['mod+shift+Z', onRedo],
    ['mod+Y', onRedo],
  ]);
  return (
    <div className={classes['bar']} role="toolbar" aria-label={t('geo-fence.draw-tools')}>
      <span className={classes['hint']} role="status">
        {hint}
      </span>
      {onFinish && (
        <Button size="compact-sm" onClick={onFinish}>
          {t('geo-fence.finish')}
        </Button>
      )}
      <ActionIcon size={30} disabled={!canUndo} aria-label={t('geo-fence.undo')} onClick={onUndo}>
        <IconArrowBackUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon size={30} disabled={!canRedo} aria-label={t('geo-fence.redo')} onClick={onRedo}>
        <IconArrowForwardUp size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
