import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../dialog/modal.tsx';
import { formatNumber } from '../../text/format.ts';
import { faultText } from '../../text/fault-text.ts';
import { Alert } from '../alert/alert.tsx';
import { errorText } from '../error-text.ts';
import { notify, notifyError } from '../toast/notify.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import type { BulkCalls, BulkField, BulkValue } from './bulk-field.ts';
import { ValueField } from './value-field.tsx';
import { FormCancel } from '../form/form-cancel.tsx';

interface Props<Field extends string> extends BulkCalls<Field> {
  /** The number of chosen records. */
  count: number;
  fields: readonly BulkField<Field>[];
  /** Called after a change, and after an undo. */
  onChanged: () => void;
  onClose: () => void;
}

const PAUSE_MS = 300;

/** Changes one field of many records: the field, its new value, and a preview of the changes. */
export function BulkEdit<Field extends string>(props: Props<Field>) {
  const { count, fields, preview, change, undo, onChanged, onClose } = props;
  const { t } = useTranslation();
  const [field, setField] = useState<BulkField<Field> | null>(null);
  const [value, setValue] = useState<BulkValue>(null);
  const [debounced] = useDebouncedValue(value, PAUSE_MS);
  const note = field?.note?.(value) ?? null;
  const ready = field !== null && (field.optional || debounced !== null);
  const tried = useQuery({
    queryKey: ['bulk-preview', field?.field, debounced, count],
    queryFn: ready ? () => preview(field.field, debounced) : skipToken,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: Field) => change(chosen, value),
    onSuccess(done) {
      onChanged();
      onClose();
      const numbers = {
        count: done.changed,
        number: formatNumber(done.changed),
        refused: formatNumber(done.refusedTotal),
      };
      const text = t(done.refusedTotal > 0 ? 'bulk-edit.done-refused' : 'bulk-edit.done', numbers);
      const { id } = done;
      if (id === null) notify(text);
      else notifyWithUndo(t, text, () => void takeBack(id));
    },
  });
  async function takeBack(id: number) {
    try {
      const { restored, kept, keptTotal } = await undo(id);
      onChanged();
      const names = kept.slice(0, 5).map(({ name }) => name);
      notify(
        t(keptTotal > 0 ? 'bulk-edit.undone-kept' : 'bulk-edit.undone', {
          count: restored,
          number: formatNumber(restored),
          kept: formatNumber(keptTotal),
          names,
        }),
      );
    } catch (failure) {
      notifyError(t, failure);
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('bulk-edit.title', { count, number: formatNumber(count) })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        <Select
          label={t('bulk-edit.field')}
          placeholder={t('form.choose')}
          searchable
          data={fields.map((one) => ({ value: one.field, label: one.label }))}
          value={field?.field ?? null}
          onChange={(next) => {
            const chosen = fields.find((one) => one.field === next) ?? null;
            setField(chosen);
            setValue(chosen?.start ?? null);
          }}
          data-autofocus
        />
        {field && <ValueField key={field.field} field={field} value={value} onChange={setValue} />}
        {note !== null && (
          <Alert type="warning" dismissible={false}>
            {note}
          </Alert>
        )}
        {error && <Alert type="danger">{errorText(t, error)}</Alert>}
        {tried.error && <Alert type="danger">{errorText(t, tried.error)}</Alert>}
        {field && ready && tried.data && <Preview field={field} {...tried.data} />}
        <Group justify="flex-end" gap="xs">
          <FormCancel onCancel={onClose} />
          <Button
            disabled={!ready || debounced !== value || tried.error !== null}
            loading={isPending}
            onClick={() => field && mutate(field.field)}
          >
            {t('bulk-edit.change', { count, number: formatNumber(count) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface PreviewProps extends Awaited<ReturnType<BulkCalls['preview']>> {
  field: BulkField;
}

/** The preview of each record's change. */
function Preview({ field, rows, total }: PreviewProps) {
  const { t } = useTranslation();
  const word = (value: BulkValue) => field.word(value) ?? '–';
  const differ = rows.filter(({ before, after, fault }) => fault !== null || before !== after);
  const same = rows.length - differ.length;
  return (
    <>
      <Text size="sm" c="dimmed">
        {total > rows.length &&
          `${t('bulk-edit.first', { number: formatNumber(rows.length), total: formatNumber(total) })} `}
        {same > 0 && t('bulk-edit.same', { count: same, number: formatNumber(same) })}
      </Text>
      {differ.length > 0 && (
        <Table.ScrollContainer minWidth={300} mah={260}>
          <Table aria-label={t('bulk-edit.preview')}>
            <Table.Tbody>
              {differ.map(({ id, name, before, after, fault }) => (
                <Table.Tr key={id}>
                  <Table.Th scope="row">
                    <bdi>{name}</bdi>
                  </Table.Th>
                  {fault === null ? (
                    <>
                      <Table.Td c="dimmed">
                        <bdi>{word(before)}</bdi>
                      </Table.Td>
                      <Table.Td>
                        <bdi>{word(after)}</bdi>
                      </Table.Td>
                    </>
                  ) : (
                    <Table.Td colSpan={2} c="red">
                      {faultText(fault)}
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </>
  );
}
