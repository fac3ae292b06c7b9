import { MAX_STOPS } from '@milepost/contract/route-kinds';
import type { RouteOutlet } from '@milepost/contract/route-stop';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { chosenStops } from './edit-stops.ts';

interface Props {
  routeId: number;
  /** The outlets that were chosen in their list. */
  ids: readonly number[];
  /** The outlets that are stops already. */
  taken: ReadonlySet<number>;
  onAdd: (outlets: readonly RouteOutlet[]) => void;
}

/** Adds outlets that were chosen in their list, once they are loaded, and reports which were not added and why. */
export function AddChosen({ routeId, ids, taken, onAdd }: Props) {
  const { t } = useTranslation();
  const adding = useMutation({
    async mutationFn() {
      const { rows } = await call('get-route-outlets', { routeId, search: '', outletIds: [...ids] });
      return chosenStops(ids, rows, taken);
    },
    onSuccess({ added: all }) {
      const fresh = all.filter(({ id }) => !taken.has(id));
      if (fresh.length > 0) onAdd(fresh);
    },
  });
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (!hasBegun.current) adding.mutate();
    hasBegun.current = true;
  });
  useEffect(() => begin(), []);
  if (adding.error) return <ErrorNote error={adding.error} onRetry={() => adding.mutate()} />;
  if (!adding.data) return <p role="status">{t('app.please-wait')}</p>;
  const { added, already, unfit, over } = adding.data;
  return (
    <Alert type={already + unfit + over > 0 ? 'warning' : 'info'} dismissible={false} role="status">
      <div>{t('routes.chosen.added', { number: formatNumber(added.length) })}</div>
      {already > 0 && <div>{t('routes.chosen.already', { number: formatNumber(already) })}</div>}
      {unfit > 0 && <div>{t('routes.chosen.unfit', { number: formatNumber(unfit) })}</div>}
      {over > 0 && <div>{t('routes.chosen.over', { number: formatNumber(over), most: formatNumber(MAX_STOPS) })}</div>}
    </Alert>
  );
}
