import type { FenceCount, MapFence } from '@milepost/contract/fence-operations';
import { Checkbox } from '@mantine/core';
import { IconCarFilled } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { formatArea } from '../../../text/format-area.ts';
import { KindIcon } from '../kind-icon.tsx';
import classes from './list.module.css';
import { StatusIcon } from '../../../ui/status-icon.tsx';
import { HiddenText } from '../../../ui/hidden-text/hidden-text.tsx';

interface Props {
  fence: MapFence;
  inside: FenceCount | undefined;
  selected: boolean;
  hovered: boolean;
  /** Chosen for a bulk action. */
  chosen: boolean;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
  /** Omitted if there are no bulk actions. */
  onChoose: ((id: number, on: boolean) => void) | undefined;
}

export const FenceRow = memo(function FenceRow({
  fence,
  inside,
  selected,
  hovered,
  chosen,
  onSelect,
  onHover,
  onChoose,
}: Props) {
  const { t } = useTranslation();
  const { id, name, colour, shape, areaM2, tags } = fence;
  return (
    <div
      className={classes['row']}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
      onMouseEnter={() => onHover(id)}
      onMouseLeave={() => onHover(null)}
    >
      {onChoose && (
        <Checkbox
          size="xs"
          aria-label={t('geo-fence.choose', { name })}
          checked={chosen}
          onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
        />
      )}
      <button
        type="button"
        className={classes['open']}
        aria-current={selected || undefined}
        data-testid={`fence-row-${id}`}
        onClick={() => onSelect(id)}
      >
        <span className={classes['kind']} style={{ color: colour }} title={t(`geo-fence.kind.${shape.kind}`)}>
          <KindIcon kind={shape.kind} />
          <HiddenText>{t(`geo-fence.kind.${shape.kind}`)}</HiddenText>
        </span>
        <span className={classes['words']}>
          <span className={classes['name']}>
            <bdi>{name}</bdi>
          </span>
          <span className={classes['dim']}>
            {[formatArea(t, areaM2), ...tags].map((part, index) => (
              <bdi key={index}>
                {index > 0 && ' · '}
                {part}
              </bdi>
            ))}
          </span>
        </span>
        {inside && <InsideBadges {...inside} />}
      </button>
    </div>
  );
});

/**
 * The number of vehicles inside, and of those that were inside at their last contact, which is too long ago to be
 * current.
 */
function InsideBadges({ inside, silent }: FenceCount) {
  const { t } = useTranslation();
  const known = inside - silent;
  return (
    <>
      {known > 0 && (
        <span className={classes['inside']} title={t('geo-fence.inside-count', { count: known })}>
          <IconCarFilled size={13} aria-hidden />
          {formatNumber(known)}
          <HiddenText>{t('geo-fence.inside-word')}</HiddenText>
        </span>
      )}
      {silent > 0 && (
        <span
          className={classes['inside']}
          data-silent
          title={t('geo-fence.inside-silent', { number: formatNumber(silent) })}
        >
          <StatusIcon status="silent" size={11} />
          <span aria-hidden>{formatNumber(silent)}</span>
          <HiddenText>{t('geo-fence.inside-silent', { number: formatNumber(silent) })}</HiddenText>
        </span>
      )}
    </>
  );
}
