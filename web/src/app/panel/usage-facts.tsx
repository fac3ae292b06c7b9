import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import classes from './panel.module.css';
import { clearUsage, ranked, readUsage } from './usage.ts';

const SHOWN = 8;

/** The most opened screens in this browser. */
export function UsageFacts() {
  const { t } = useTranslation();
  const [usage, setUsage] = useState(readUsage);
  const screens = ranked(usage).slice(0, SHOWN);
  if (screens.length === 0) return <>{t('panel.usage-empty')}</>;
  return (
    <>
      <dl className={classes['usage']}>
        {screens.map(([screen, times]) => (
          <div key={screen} style={{ display: 'contents' }}>
            <dt className="mono">{screen}</dt>
            <dd>{formatNumber(times)}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          clearUsage();
          setUsage({});
        }}
      >
        {t('panel.usage-clear')}
      </Button>
    </>
  );
}
