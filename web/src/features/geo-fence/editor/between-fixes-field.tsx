import { isSmallShape } from '@milepost/contract/fence-geometry';
import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { type FenceValues, findsBetween } from './fence-values.ts';

/** The choice whether vehicles that passed between two positions count as inside; proposed if the shape is small. */
export function BetweenFixesField({ form }: { form: UseFormReturnType<FenceValues> }) {
  const { t } = useTranslation();
  const { shape } = form.values;
  const finds = findsBetween(form.values);
  const isProposed = !finds && shape !== null && isSmallShape(shape);
  return (
    <Switch
      checked={finds}
      onChange={({ currentTarget }) => form.setFieldValue('betweenFixes', currentTarget.checked)}
      label={t('geo-fence.between-fixes')}
      description={t(isProposed ? 'geo-fence.between-fixes-small' : 'geo-fence.between-fixes-text')}
    />
  );
}
