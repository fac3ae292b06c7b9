import { REASON_CODES } from '@milepost/contract/alarm-constants';
import type { AlarmRow, ReasonCode } from '@milepost/contract/alarm-operations';
import { Button, Group, Select, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import type { AlarmHandling } from './use-handle-alarms.tsx';
import { labelledOptions } from '../../../ui/rest-option.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

/** The subject of a dialog: the alarms and the action. */
export interface HandleRequest {
  action: 'acknowledge' | 'assign' | 'note' | 'clear';
  alarms: readonly AlarmRow[];
}

interface Props {
  request: HandleRequest | null;
  onClose: () => void;
  onDeed: (alarms: readonly AlarmRow[], deed: AlarmHandling) => void;
}

/**
 * Places the dialog above the alarm's drawer, whichever comes first in the page; the dialog's dropdowns are above the
 * dialog.
 */
const OVER_DRAWER = 400;
const DROPDOWN = { zIndex: OVER_DRAWER + 1 };

/** Asks for the input of an action: the reason, the person, a note. */
export function HandleDialog({ request, onClose, onDeed }: Props) {
  const { t } = useTranslation();
  const count = request?.alarms.length ?? 0;
  const [first] = request?.alarms ?? [];
  const about = count === 1 && first ? first.registration : t('alarms.several', { count, number: formatNumber(count) });
  return (
    <Modal
      zIndex={OVER_DRAWER}
      opened={request !== null}
      onClose={onClose}
      title={request ? `${t(`alarms.action.${request.action}`)}: ${about}` : ' '}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {request && (
        <DeedForm
          key={request.action}
          request={request}
          onCancel={onClose}
          onDeed={(deed) => {
            onClose();
            onDeed(request.alarms, deed);
          }}
        />
      )}
    </Modal>
  );
}

interface FormProps {
  request: HandleRequest;
  onCancel: () => void;
  onDeed: (deed: AlarmHandling) => void;
}

function DeedForm({ request: { action }, onCancel, onDeed }: FormProps) {
  const { t } = useTranslation();
  const people = useCall('get-alarm-choices', {}, { enabled: action === 'assign' });
  const [reason, setReason] = useState<ReasonCode | null>(action === 'acknowledge' ? 'seen' : null);
  const [person, setPerson] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const needsReason = action === 'acknowledge' || action === 'clear';
  const needsNote = action === 'note';

  function submit(event: FormEvent) {
    event.preventDefault();
    const text = note.trim();
    if ((needsReason && reason === null) || (needsNote && text === '')) return setMissing(true);
    return onDeed({
      action,
      ...(reason !== null && { reasonCode: reason }),
      ...(text !== '' && { note: text }),
      ...(action === 'assign' && { assigneeId: person }),
    });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {needsReason && (
          <Select
            comboboxProps={DROPDOWN}
            label={t('alarms.fact.reason')}
            data={REASON_CODES.map((value) => ({ value, label: t(`alarms.reason.${value}`) }))}
            value={reason}
            onChange={setReason}
            allowDeselect={false}
            placeholder={t('form.choose')}
            error={missing && reason === null ? t('alarms.choose-reason') : null}
            data-autofocus={action === 'clear' || undefined}
          />
        )}
        {action === 'assign' && (
          <Select
            comboboxProps={DROPDOWN}
            label={t('alarms.fact.assignee')}
            searchable
            clearable
            placeholder={t('alarms.nobody')}
            nothingFoundMessage={t('form.nothing-found')}
            data={labelledOptions(t, people.data?.people, people.data?.peopleTotal)}
            value={person}
            onChange={setPerson}
            data-autofocus
          />
        )}
        <Textarea
          label={t('alarms.note')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={missing && needsNote ? t('alarms.enter-note') : null}
          data-autofocus={needsNote || undefined}
        />
        <Group justify="flex-end" gap="xs">
          <FormCancel onCancel={onCancel} />
          <Button type="submit" data-autofocus={action === 'acknowledge' || undefined}>
            {t(`alarms.action.${action}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
