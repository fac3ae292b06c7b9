import { Alert, Button, Fieldset, Group, Stack } from '@mantine/core';
import { IconAlertCircle, IconTrash } from '@tabler/icons-react';
import type { FormEventHandler, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';
import { LeaveGuard } from './leave-guard.tsx';
import classes from './record-form.module.css';

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>;
  failure: string | null;
  saving: boolean;
  blocker: Blocker;
  /** The role may not change it: the fields only show. */
  readOnly: boolean;
  onCancel: () => void;
  /** Left out where the record is new or may not be deleted. */
  onDelete?: (() => void) | undefined;
  children: ReactNode;
}

/** Fields above, buttons that stay in sight below. */
export function RecordForm(props: Props) {
  const { t } = useTranslation();
  const { failure, readOnly, saving, onDelete } = props;
  return (
    <form onSubmit={props.onSubmit} noValidate className={classes.form}>
      <Fieldset variant="unstyled" disabled={readOnly} className={classes.fields}>
        <Stack gap="sm">
          {failure !== null && (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
              {failure}
            </Alert>
          )}
          {props.children}
        </Stack>
      </Fieldset>
      <Group className={classes.buttons} gap="xs">
        {onDelete && (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            {t('form.delete')}
          </Button>
        )}
        <Button variant="default" ml="auto" onClick={props.onCancel}>
          {t(readOnly ? 'form.close' : 'form.cancel')}
        </Button>
        {!readOnly && (
          <Button type="submit" loading={saving}>
            {t('form.save')}
          </Button>
        )}
      </Group>
      <LeaveGuard blocker={props.blocker} />
    </form>
  );
}
