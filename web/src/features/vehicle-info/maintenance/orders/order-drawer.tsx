import { workOrderName } from '@milepost/contract/maintenance-kinds';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery, useCall } from '../../../../api/use-call.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { SAME_PAGE } from '../../../../ui/same-page.ts';
import { OrderForm } from './order-form.tsx';
import { newValues, valuesOf } from './order-values.ts';

const idIn = (params: URLSearchParams, name: string): number | undefined => {
  const text = params.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

/** The form of a new order, or of the open one. */
export function OrderDrawer() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { opened } = useOpenRecord();
  const vehicleId = idIn(params, 'for') ?? idIn(params, 'vehicle');
  const planId = idIn(params, 'plan');
  const choices = useCall('get-work-order-choices', vehicleId === undefined ? {} : { vehicleId }, {
    enabled: opened === 'new',
  });
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-work-order-by-id', { id }),
    ({ order }) => order,
    choices,
  );
  const service = choices.data?.services.find((one) => one.planId === planId);
  const known = choices.data?.vehicles.some((one) => one.id === vehicleId) === true;
  const start = isNew
    ? choices.data && newValues(known ? (vehicleId ?? null) : null, service)
    : shown.record && valuesOf(shown.record);
  function close() {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of ['open', 'for', 'plan']) next.delete(name);
      return next;
    }, SAME_PAGE);
  }
  const title = shown.record && `${workOrderName(shown.record.number)} · ${shown.record.registration}`;
  return (
    <RecordDrawer {...drawer} title={isNew ? t('maintenance.order.new') : (title ?? ' ')} onClose={close} size={560}>
      {start && (
        <OrderForm
          key={`${shown.opened}-${shown.record?.version}`}
          start={start}
          order={isNew ? undefined : shown.record}
          onClose={close}
        />
      )}
    </RecordDrawer>
  );
}
