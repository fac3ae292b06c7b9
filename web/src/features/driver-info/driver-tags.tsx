import { type DriverTag, TAG_KINDS, TagKind } from '@milepost/contract/driver-operations';
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDayAndClock } from '../../text/format.ts';
import { MomentInput } from '../../ui/date-picker/moment-input.tsx';

interface Props {
  tags: readonly DriverTag[];
  onChange: (tags: DriverTag[]) => void;
  /** The errors by dotted path. */
  errors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
}

/** The number of unknown tags that are offered. */
const OFFERED = 4;
const MAX_TAGS = 20;

/**
 * The tags by which readers in vehicles identify the driver; tags that were reported and belong to nobody are offered.
 */
export function DriverTags({ tags, onChange, errors, readOnly }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`driver-info.tag.${key}`);
  const mayView = useMay('drivers', 'view');
  const unknown = useCall('get-unknown-tags', {}, { enabled: mayView && !readOnly });
  const free = unknown.data?.rows.filter(({ tag }) => !tags.some((one) => one.tag === tag)).slice(0, OFFERED) ?? [];
  const put = (index: number, change: Partial<DriverTag>) =>
    onChange(tags.map((one, n) => (n === index ? { ...one, ...change } : one)));
  const add = (tag: string) => onChange([...tags, { kind: 'rfid', tag, from: null, to: null }]);
  return (
    <Stack gap="sm">
      {tags.length === 0 && (
        <Text size="sm" c="dimmed">
          {label('none')}
        </Text>
      )}
      {tags.map((tag, index) => (
        <Stack key={index} gap={6}>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <Select
              aria-label={label('kind')}
              allowDeselect={false}
              w={130}
              data={TAG_KINDS.map((kind) => ({ value: kind as string, label: label(`kinds.${kind}`) }))}
              value={tag.kind}
              onChange={(kind) => put(index, { kind: TagKind.parse(kind) })}
            />
            <TextInput
              aria-label={label('number')}
              placeholder={label('number')}
              className="mono"
              dir="ltr"
              maxLength={64}
              flex={1}
              value={tag.tag}
              onChange={(event) => put(index, { tag: event.currentTarget.value })}
              error={errors[`tags.${index}.tag`]}
            />
            {!readOnly && (
              <ActionIcon
                size={36}
                aria-label={t('driver-info.tag.remove', { tag: tag.tag })}
                onClick={() => onChange(tags.filter((_, n) => n !== index))}
              >
                <IconX size={18} stroke={1.6} />
              </ActionIcon>
            )}
          </Group>
          <MomentInput
            label={label('from')}
            timeLabel={label('time')}
            value={tag.from}
            open={label('always')}
            onChange={(from) => put(index, { from })}
            error={errors[`tags.${index}.from`]}
          />
          <MomentInput
            label={label('to')}
            timeLabel={label('time')}
            value={tag.to}
            open={label('until-further-notice')}
            onChange={(to) => put(index, { to })}
            error={errors[`tags.${index}.to`]}
          />
        </Stack>
      ))}
      {!readOnly && tags.length < MAX_TAGS && (
        <Group gap="xs">
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => add('')}>
            {label('add')}
          </Button>
        </Group>
      )}
      {!readOnly && free.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {label('unknown')}
          </Text>
          {free.map(({ tag, registration, lastAt }) => (
            <Group key={tag} gap="xs" justify="space-between">
              <Text size="sm">
                <span className="mono">{tag}</span> · {registration}, {formatDayAndClock(lastAt)}
              </Text>
              <Button variant="default" size="compact-xs" onClick={() => add(tag)}>
                {label('take')}
              </Button>
            </Group>
          ))}
        </>
      )}
    </Stack>
  );
}
