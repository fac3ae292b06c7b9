import type { Broker, JsonMessage, JsonProfile } from '@milepost/contract/json-profile-operations';
import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { isolate } from '../../../text/isolate.ts';
import { visible } from '../../../text/visible.ts';
import { Ago } from '../../../ui/ago.tsx';
import { notifyWithUndo } from '../../../ui/toast/notify-with-undo.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import classes from './connect-device.module.css';
import { JsonProfileDialog } from './json-profile-dialog.tsx';
import { ProfileRow } from './profile-row.tsx';
import own from './profiles.module.css';
import { listText } from '../../../text/list-text.ts';

const REFETCH_MS = 5000;

/** The open dialog: a profile to edit, a message to describe, or neither for an empty profile. */
interface Editing {
  profileId: number | null;
  message: JsonMessage | null;
}

/** JSON messages of devices, their profiles, and the broker; for the root organisation. */
export function JsonPanel() {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.json.${key}`);
  const query = useCall('get-json-profile-list', {}, { refetchInterval: REFETCH_MS });
  const mayEdit = useMay('connect-device', 'edit');
  const [editing, setEditing] = useState<Editing | null>(null);
  const { profiles = [], mine = false, messages = [], broker = null } = query.data ?? {};
  if (!mine) return null;
  const edited = profiles.find(({ id }) => id === editing?.profileId) ?? null;
  return (
    <Paper withBorder radius="lg" component="section" aria-label={label('title')}>
      <Group p="sm" gap="sm" className={classes.tools}>
        <div className={classes['guard-title']}>
          <h2>{label('title')}</h2>
          <Text size="sm" c="dimmed">
            {label('text')}
          </Text>
        </div>
        {mayEdit && (
          <Button variant="default" size="xs" ms="auto" onClick={() => setEditing({ profileId: null, message: null })}>
            {label('new')}
          </Button>
        )}
      </Group>
      <ul className={classes.knocks}>
        {broker && <BrokerRow broker={broker} />}
        {messages.map((message) => (
          <MessageRow
            key={message.topic}
            message={message}
            onDescribe={mayEdit ? () => setEditing({ profileId: null, message }) : undefined}
          />
        ))}
        {profiles.map((profile) => (
          <JsonProfileRow
            key={profile.id}
            profile={profile}
            onEdit={mayEdit ? () => setEditing({ profileId: profile.id, message: null }) : undefined}
          />
        ))}
      </ul>
      {editing && (
        <JsonProfileDialog
          profile={edited}
          message={editing.message ?? edited?.last ?? null}
          onClose={() => setEditing(null)}
        />
      )}
    </Paper>
  );
}

const STATE_COLOURS = { connected: 'green', connecting: 'gray', away: 'red' } as const;

function BrokerRow({ broker }: { broker: Broker }) {
  const { t } = useTranslation();
  const { address, state, since, fault, filters, refused, messages } = broker;
  return (
    <li className={classes.guard}>
      <span>
        {t('settings.connect.json.broker')} <strong className="mono">{address}</strong>{' '}
        <Badge color={STATE_COLOURS[state]} variant="light" size="sm" tt="none">
          {t(`settings.connect.json.state.${state}`)}
        </Badge>
      </span>
      <Text size="sm" component="div">
        {fault !== null && state !== 'connected' && (
          <Text span inherit c="var(--danger)" display="block">
            {t('settings.connect.json.away-because', { reason: isolate(visible(fault)) })}
          </Text>
        )}
        {t('settings.connect.json.messages', { number: formatNumber(messages) })}
        {' · '}
        <span className="mono">{listText(filters)}</span>
        {refused.length > 0 && (
          <Text span inherit c="var(--danger)" display="block">
            {t('settings.connect.json.refused', { topics: isolate(listText(refused)) })}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        <Ago at={since} />
      </Text>
    </li>
  );
}

interface MessageProps {
  message: JsonMessage;
  /** Omitted if the role does not permit it. */
  onDescribe: (() => void) | undefined;
}

function MessageRow({ message, onDescribe }: MessageProps) {
  const { t } = useTranslation();
  const { topic, carrier, address, count, at, text } = message;
  return (
    <li className={classes.guard}>
      <span className={own.names}>
        <strong className="mono">{visible(topic)}</strong>{' '}
        <Badge color="orange" variant="light" size="sm" tt="none">
          {t('settings.connect.json.unknown')}
        </Badge>
        <small>
          {carrier} <span className="mono">{address}</span>
        </small>
      </span>
      <Text size="sm" component="div">
        <span className={own.excerpt}>{visible(text)}</span>
        {t('settings.connect.json.messages', { number: formatNumber(count) })}
        {' · '}
        <Ago at={at} />
      </Text>
      {onDescribe && (
        <Button
          size="xs"
          variant="light"
          aria-label={t('settings.connect.json.describe-topic', { topic })}
          onClick={onDescribe}
        >
          {t('settings.connect.json.describe')}
        </Button>
      )}
    </li>
  );
}

function JsonProfileRow({ profile, onEdit }: { profile: JsonProfile; onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { id, name, filter, mapping, messages, faults, fault, last } = profile;
  const resave = async () => {
    await call('save-json-profile', { name, filter, mapping }).catch((error: unknown) => notifyError(t, error));
    refresh('get-json-profile-list');
  };
  async function remove() {
    try {
      await call('delete-json-profile', { id });
      notifyWithUndo(t, t('form.deleted', { name }), resave);
    } catch (error) {
      notifyError(t, error);
    }
    refresh('get-json-profile-list');
  }
  return (
    <ProfileRow
      name={name}
      rule={filter}
      counted={t('settings.connect.json.messages', { number: formatNumber(messages) })}
      lastAt={last?.at ?? null}
      faults={faults}
      fault={fault}
      onEdit={onEdit}
      onDelete={() => void remove()}
    />
  );
}
