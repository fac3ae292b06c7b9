import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { type Draft, InvoiceForm } from './invoice-form.tsx';
import { InvoiceView, type WholeInvoice } from './invoice-view.tsx';

/** The form of a subscription's next invoice, or the open invoice, from the address. */
export function InvoiceDrawer() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const subscription = params.get('subscription') ?? '';
  const subscriptionId = /^[1-9]\d{0,8}$/.test(subscription) ? Number(subscription) : 0;
  const record = useOpenRecord();
  // A new invoice always belongs to a subscription.
  const opened = record.opened === 'new' && subscriptionId === 0 ? null : record.opened;
  const id = typeof opened === 'number' ? opened : 0;
  const invoice = useCall('get-invoice-by-id', { id }, { enabled: id > 0 });
  const draft = useCall('get-invoice-draft', { subscriptionId }, { ...FOR_A_FORM, enabled: opened === 'new' });
  const shown = useShownRecord<WholeInvoice | Draft>(opened, id > 0 ? invoice.data : draft.data);
  const { record: content } = shown;
  const query = id > 0 ? invoice : draft;

  function close(saved?: number) {
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete('subscription');
      if (saved === undefined) next.delete('open');
      else next.set('open', String(saved));
      return next;
    }, SAME_PAGE);
  }
  const whole = content && 'invoice' in content ? content : undefined;
  const begun = content && 'planName' in content ? content : undefined;
  return (
    <RecordDrawer
      title={
        whole
          ? t('subscriptions.invoices.name', { number: whole.invoice.number })
          : t('subscriptions.invoices.new', { name: begun?.organisationName ?? '' })
      }
      opened={opened !== null}
      onClose={() => close()}
      loading={whole === undefined && begun === undefined}
      error={opened === null ? null : query.error}
      onRetry={() => void query.refetch()}
      size={620}
    >
      {whole && <InvoiceView key={whole.invoice.id} whole={whole} />}
      {begun && <InvoiceForm key={subscriptionId} subscriptionId={subscriptionId} draft={begun} onClose={close} />}
    </RecordDrawer>
  );
}
