import type { JsonField } from '@milepost/contract/json-profile-operations';
import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { visible } from '../../../text/visible.ts';
import { type JsonDraft, meaningOf, meaningsOf, withMeaning } from './json-draft.ts';
import { MeaningField } from './meaning-field.tsx';
import own from './profiles.module.css';

interface Props {
  topic: string;
  fields: readonly JsonField[];
  draft: JsonDraft;
  onChange: (draft: JsonDraft) => void;
}

/** The topic and the fields of a message: a click on one sets its meaning. */
export function JsonFields({ topic, fields, draft, onChange }: Props) {
  const { t } = useTranslation();
  const { identity } = draft;
  const level = identity && 'level' in identity ? identity.level : null;
  return (
    <>
      {topic !== '' && (
        <Group gap={6} mb="sm" role="group" aria-label={t('settings.connect.json.levels')}>
          {topic.split('/').map((name, index) => (
            // The levels of a topic have an order, and two can be equal.
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
            <MeaningField
              name={visible(field.path.join(' › ')) || '{ }'}
              value={visible(field.value)}
              meaning={meaningOf(draft, field.path)}
              meanings={meaningsOf(field)}
              labelOf={(meaning) => t(`settings.connect.json.meaning.${meaning}`)}
              onChoose={(meaning) => onChange(withMeaning(draft, field, meaning))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
