import { workOrderName } from '@milepost/contract/maintenance-kinds';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../../ui/form/use-shown-record.ts';
import { SAME_PAGE } from '../../../../ui/same-page.ts';
import { OrderForm } from './order-form.tsx';
import { newValues, valuesOf } from './order-values.ts';

const idIn = (params: URLSearchParams, name: string): number | undefined => {
  const text = params.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

/** The form of a new order, or of the one that is open. */
export function OrderDrawer() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { opened } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const vehicleId = idIn(params, 'for') ?? idIn(params, 'vehicle');
  const planId = idIn(params, 'plan');
  const query = useCall('get-work-order-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const choices = useCall('get-work-order-choices', vehicleId === undefined ? {} : { vehicleId }, {
    enabled: opened === 'new',
  });
  const shown = useShownRecord(opened, query.data?.order);
  const isNew = shown.opened === 'new';
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
    <RecordDrawer
      title={isNew ? t('maintenance.order.new') : (title ?? ' ')}
      opened={opened !== null}
      onClose={close}
      loading={start === undefined}
      error={id > 0 ? query.error : choices.error}
      onRetry={() => void (id > 0 ? query : choices).refetch()}
      size={560}
    >
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
