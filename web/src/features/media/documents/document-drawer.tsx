import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { readFilter, readRenews } from './document-filter.ts';
import { DocumentForm } from './document-form.tsx';
import { newValues, renewalOf, valuesOf } from './document-values.ts';

/** The form of a new document, of a renewal, or of the open document. */
export function DocumentDrawer() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { opened } = useOpenRecord();
  const renews = opened === 'new' ? readRenews(params) : undefined;
  const id = typeof opened === 'number' ? opened : (renews ?? 0);
  const query = useCall('get-document-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data);
  const record = shown.record;
  const renewing = shown.opened === 'new' && record !== undefined;
  const isNew = shown.opened === 'new' && id === 0;

  function close() {
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const name of ['open', 'renews']) next.delete(name);
      return next;
    }, SAME_PAGE);
  }
  const name = record && `${t(`documents.kind.${record.document.kind}`)} · ${record.document.holderName}`;
  const title = isNew ? t('documents.new') : renewing ? t('documents.renewal-of', { name }) : (name ?? ' ');
  const start = isNew ? newValues(readFilter(params)) : record && (renewing ? renewalOf : valuesOf)(record.document);
  return (
    <RecordDrawer
      title={title}
      opened={opened !== null}
      onClose={close}
      loading={start === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={500}
    >
      {start && (
        <DocumentForm
          key={`${shown.opened}-${record?.document.id}`}
          start={start}
          document={shown.opened === 'new' ? undefined : record?.document}
          renews={renewing ? record.document : undefined}
          chain={renewing ? [] : (record?.chain ?? [])}
          onClose={close}
        />
      )}
    </RecordDrawer>
  );
}
