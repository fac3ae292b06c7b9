import { ActionIcon, Group, Input, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionValues } from './saved-values.ts';

interface Props {
  sections: readonly SectionValues[];
  onChange: (sections: SectionValues[]) => void;
  error?: ReactNode;
}

/** The sections of a saved report in order, each with an optional heading. */
export function SectionList({ sections, onChange, error }: Props) {
  const { t } = useTranslation();
  const move = (from: number, by: number) => {
    const next = [...sections];
    const [section] = next.splice(from, 1);
    if (section) onChange(next.toSpliced(from + by, 0, section));
  };
  return (
    <>
      {sections.map(({ key, name, title }, index) => {
        const what = title === '' ? name : title;
        return (
          <Group key={key} gap={4} wrap="nowrap">
            <TextInput
              aria-label={t('saved-reports.heading-of', { report: name })}
              placeholder={name}
              value={title}
              maxLength={100}
              flex={1}
              onChange={({ currentTarget }) =>
                onChange(sections.map((one) => (one.key === key ? { ...one, title: currentTarget.value } : one)))
              }
            />
            <ActionIcon
              disabled={index === 0}
              aria-label={t('saved-reports.earlier', { section: what })}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              disabled={index === sections.length - 1}
              aria-label={t('saved-reports.later', { section: what })}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('saved-reports.remove', { section: what })}
              onClick={() => onChange(sections.filter((one) => one.key !== key))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        );
      })}
      {error && <Input.Error>{error}</Input.Error>}
    </>
  );
}
