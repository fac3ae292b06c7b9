import { Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { SeverityChip } from '../../../ui/severity/severity-chip.tsx';
import { RuleForm } from './rule-form.tsx';
import { emptyValues, type RuleValues } from './rule-values.ts';
import classes from './sentence.module.css';
import { fromTemplate, TEMPLATES } from './templates.ts';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

/** The form of the open rule, or of a new one, which begins with a template. */
export function RuleDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const [begin, setBegin] = useState<RuleValues | null>(null);
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-alarm-rule-by-id', { id }),
    ({ rule }) => rule,
  );
  const close = () => {
    setBegin(null);
    onClose();
  };
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('alarm-rules.new') : (shown.record?.name ?? ' ')}
      onClose={close}
      size={680}
    >
      {isNew && begin === null ? (
        <Templates onChoose={setBegin} />
      ) : (
        <RuleForm
          key={shown.opened}
          rule={isNew ? undefined : shown.record}
          begin={begin ?? undefined}
          onClose={close}
        />
      )}
    </RecordDrawer>
  );
}

function Templates({ onChoose }: { onChoose: (values: RuleValues) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Title order={3} size={15} mb="sm">
        {t('alarm-rules.begin-with')}
      </Title>
      <div className={classes['templates']}>
        {TEMPLATES.map((template) => {
          const name = t(`alarm-rules.template.${template.key}`);
          return (
            <UnstyledButton
              key={template.key}
              className={classes['template']}
              onClick={() => onChoose(fromTemplate(template, name))}
            >
              <Text fw={600} size="sm">
                {name}
              </Text>
              <Text size="xs" c="dimmed" flex={1}>
                {t(`alarm-rules.template-text.${template.key}`)}
              </Text>
              <span>
                <SeverityChip severity={template.severity} />
              </span>
            </UnstyledButton>
          );
        })}
        <UnstyledButton className={classes['template']} onClick={() => onChoose(emptyValues())}>
          <Text fw={600} size="sm">
            {t('alarm-rules.template.own')}
          </Text>
          <Text size="xs" c="dimmed">
            {t('alarm-rules.template-text.own')}
          </Text>
        </UnstyledButton>
      </div>
    </>
  );
}
