import type { UseFormReturnType } from '@mantine/form';
import { ActionIcon, Button, Checkbox, Group, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { daysText } from '../../../../text/days-text.ts';
import { Section } from '../../../../ui/section/section.tsx';
import type { OrderValues } from './order-values.ts';

interface Props {
  form: UseFormReturnType<OrderValues>;
  /** The services of the vehicle, which a task can be. */
  services: readonly { planId: number; task: string; daysLeft: number | null }[];
}

/** The tasks, each ticked off when it is done. */
export function OrderTasks({ form, services }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`maintenance.order.${key}`);
  const { tasks } = form.values;
  const left = services.filter(({ planId }) => !tasks.some((task) => task.planId === planId));
  const add = (text: string, planId: number | null) => form.insertListItem('tasks', { text, planId, done: false });
  return (
    <Section title={label('tasks')} level={3}>
      {tasks.map((task, index) => (
        <Group key={index} gap={8} wrap="nowrap" align="flex-start">
          <Checkbox
            mt={8}
            aria-label={t('maintenance.order.task-done', { task: task.text })}
            {...form.getInputProps(`tasks.${index}.done`, { type: 'checkbox' })}
          />
          <TextInput
            flex={1}
            aria-label={t('maintenance.order.task-label', { number: index + 1 })}
            maxLength={200}
            {...form.getInputProps(`tasks.${index}.text`)}
          />
          <ActionIcon
            mt={4}
            variant="subtle"
            color="gray"
            aria-label={t('maintenance.order.remove', { name: task.text })}
            onClick={() => form.removeListItem('tasks', index)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Group gap={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add('', null)}
        >
          {label('add-task')}
        </Button>
        {left.length > 0 && (
          <Select
            flex={1}
            size="xs"
            aria-label={label('add-service')}
            placeholder={label('add-service')}
            data={left.map(({ planId, task, daysLeft }) => ({
              value: planId,
              label: daysLeft === null ? task : `${task} · ${daysText(daysLeft)}`,
            }))}
            value={null}
            onChange={(planId) => {
              const service = left.find((one) => one.planId === planId);
              if (service) add(service.task, service.planId);
            }}
          />
        )}
      </Group>
    </Section>
  );
}
