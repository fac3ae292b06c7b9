import type { HTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { useMadeMap } from '../../map/use-made-map.ts';
import classes from './map-place.module.css';

interface Props extends HTMLAttributes<HTMLDivElement> {
  made: ReturnType<typeof useMadeMap>;
  /** The message if no map can be shown. */
  failedText: string;
  'data-testid'?: string;
}

/** The element of a map, which fills its frame, with a message until the map, and then its tiles, are loaded. */
export function MapPlace({ made: { container, map, failed }, failedText, ...element }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {/* MapLibre gives its canvas the role of a region with the map's label. */}
      <div ref={container} className={classes['map']} {...element} />
      <p className={classes['loading']} role="status">
        {t('base-map.loading')}
      </p>
      {!map && (
        <p className={classes['note']} role="status">
          {failed ? failedText : t('base-map.loading')}
        </p>
      )}
    </>
  );
}
