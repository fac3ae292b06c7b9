import { DOCUMENT_KIND_NAMES, type DocumentKind } from '@milepost/contract/document-kinds';
import { documentOperations, type FleetDocument } from '@milepost/contract/document-operations';
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatDate } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { NewFiles } from '../../../ui/files/new-files.tsx';
import { RecordFiles } from '../../../ui/files/record-files.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { RecordTasks } from '../../../ui/tasks/record-tasks.tsx';
import { DocumentChain } from './document-chain.tsx';
import { type DocumentValues, holdersOf, valuesOf } from './document-values.ts';
import { HolderField } from './holder-field.tsx';
import { refreshDocuments } from '../../../api/refresh-records.ts';

interface Props {
  start: DocumentValues;
  /** Undefined for a new document. */
  document: FleetDocument | undefined;
  /** Only for a new document: the one that it renews. */
  renews: FleetDocument | undefined;
  chain: readonly FleetDocument[];
  onClose: () => void;
}

const validate = validateBy(documentOperations['save-document'].input);
const LABELS: Readonly<Record<string, string>> = {
  kind: 'kind-label',
  holder: 'holder-label',
  vehicleId: 'holder.vehicle',
  driverId: 'holder.driver',
  issuedOn: 'issued-on',
  validFrom: 'valid-from',
  validUntil: 'valid-until',
};

export function DocumentForm({ start, document, renews, chain, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`documents.${LABELS[key] ?? key}`);
  const maySave = useMay('media', document === undefined ? 'create' : 'edit');
  const mayDelete = useMay('media', 'delete');
  const version = useVersion(document, async (id) => (await call('get-document-by-id', { id })).document, valuesOf);
  const [currency, setCurrency] = useState(document?.currency ?? null);
  const nameOf = (one: FleetDocument) => `${t(`documents.kind.${one.kind}`)} · ${one.holderName}`;
  const record = useClosingForm({
    initialValues: start,
    validate,
    save: (values) =>
      call('save-document', {
        ...values,
        ...(values.cost !== null && { currency }),
        ...version.sent(),
        ...(renews && { renewsId: renews.id }),
      }),
    readAgain: version.readAgain,
    savedText: ({ document: saved }) => t('form.saved', { name: nameOf(saved) }),
    onChanged: refreshDocuments,
    onClose,
  });
  const { form } = record;
  const { kind, holder } = form.values;
  const field = (name: keyof DocumentValues & string) => ({ ...form.getInputProps(name), label: label(name) });

  function chooseKind(next: DocumentKind | null) {
    if (next === null) return;
    const holders = holdersOf(next);
    form.setValues({ kind: next, holder: holders.includes(holder) ? holder : (holders[0] ?? holder) });
  }
  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'kind' || name === 'holder') return t(`documents.${name}.${String(value)}`);
    if (name === 'cost' && typeof value === 'number' && currency !== null) return formatMoney(value, currency);
    return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : undefined;
  }
  const remove = (one: FleetDocument) =>
    record.remove({
      name: nameOf(one),
      consequence: t('documents.delete-text'),
      remove: () => call('delete-document', { id: one.id }),
      restore: () => call('restore-document', { id: one.id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      aside={
        document && (
          <RecordTasks kind="document" id={document.id} title={nameOf(document)} dueOn={document.validUntil} />
        )
      }
      onDelete={document && mayDelete ? () => remove(document) : undefined}
    >
      {document && <DocumentChain document={document} chain={chain} />}
      <Select
        label={label('kind')}
        allowDeselect={false}
        disabled={renews !== undefined}
        data={DOCUMENT_KIND_NAMES.map((name) => ({ value: name, label: t(`documents.kind.${name}`) }))}
        value={kind}
        onChange={chooseKind}
        error={form.errors['kind']}
      />
      <HolderField
        values={form.values}
        names={document ?? renews}
        disabled={renews !== undefined}
        errors={form.errors}
        onChange={(values) => form.setValues(values)}
        onCurrency={setCurrency}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...field('number')} maxLength={60} />
        <TextInput {...field('issuer')} maxLength={100} />
        <DateField {...field('issuedOn')} value={form.values.issuedOn} clearable />
        {currency === null ? <div /> : <MoneyField {...field('cost')} currency={currency} value={form.values.cost} />}
        <DateField {...field('validFrom')} value={form.values.validFrom} clearable />
        <DateField
          {...field('validUntil')}
          value={form.values.validUntil}
          clearable
          description={t('documents.until-hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </SimpleGrid>
      <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
      {document ? (
        <RecordFiles
          kind="document"
          id={document.id}
          mayEdit={maySave}
          label={t('files.of', { name: nameOf(document) })}
          addLabel={t('documents.scan')}
        />
      ) : (
        <NewFiles
          label={t('documents.scans')}
          addLabel={t('documents.scan')}
          onChange={(ids) => form.setFieldValue('fileIds', ids)}
        />
      )}
    </RecordForm>
  );
}
