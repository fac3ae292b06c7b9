import type { JsonField } from '@milepost/contract/json-profile-routes';
import { Chip, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../text/visible.ts';
import { type JsonDraft, type Meaning, meaningOf, meaningsOf, withMeaning } from './json-draft.ts';
import own from './json.module.css';

interface Props {
  topic: string;
  fields: readonly JsonField[];
  draft: JsonDraft;
  onChange: (draft: JsonDraft) => void;
}

/** The topic and the fields of a message: a click on one says what it means. */
export function JsonFields({ topic, fields, draft, onChange }: Props) {
  const { t } = useTranslation();
  const { identity } = draft;
  const level = identity && 'level' in identity ? identity.level : null;
  return (
    <>
      {topic !== '' && (
        <Group gap={6} mb="sm" role="group" aria-label={t('settings.connect.json.levels')}>
          {topic.split('/').map((name, index) => (
            // Levels have an order, and two may be alike.
            <Chip
              key={index}
              size="sm"
              checked={index === level}
              onChange={() => onChange({ ...draft, identity: index === level ? null : { level: index } })}
            >
              <span className="mono">{visible(name) || '–'}</span>
            </Chip>
          ))}
        </Group>
      )}
      <ul className={own.fields}>
        {fields.map((field) => (
          <li key={JSON.stringify(field.path)}>
            <Field
              field={field}
              meaning={meaningOf(draft, field.path)}
              onChoose={(meaning) => onChange(withMeaning(draft, field, meaning))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface FieldProps {
  field: JsonField;
  meaning: Meaning;
  onChoose: (meaning: Meaning) => void;
}

function Field({ field, meaning, onChoose }: FieldProps) {
  const { t } = useTranslation();
  const named = (one: Meaning) => t(`settings.connect.json.meaning.${one}`);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={own.field} data-chosen={meaning !== 'nothing' || undefined}>
          <span className="mono">{visible(field.path.join(' › ')) || '{ }'}</span>
          <span className={`mono ${own.value}`}>{visible(field.value)}</span>
          <Text span size="xs" fw={600} c={meaning === 'nothing' ? 'dimmed' : undefined}>
            {meaning === 'nothing' ? '–' : named(meaning)}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {meaningsOf(field).map((one) => (
          <Menu.Item
            key={one}
            onClick={() => onChoose(one)}
            rightSection={one === meaning ? <IconCheck size={14} aria-hidden /> : undefined}
          >
            {named(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
