import type { GatewayPort, DeviceContact } from '@milepost/contract/device-operations';
import { Badge, Button, Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconMapPin } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../text/format.ts';
import { visible } from '../../../text/visible.ts';
import { useMay } from '../../../api/setup.ts';
import { Ago } from '../../../ui/ago.tsx';
import { AdoptButtons } from './adopt-buttons.tsx';
import classes from './connect-device.module.css';
import { CopyValue } from './copy-value.tsx';
import { Decoded } from './decoded.tsx';

interface Props {
  contact: DeviceContact;
  ports: readonly GatewayPort[];
  /** Asks for the vehicle that gets the device; omitted if the role may not adopt. */
  onChoose?: ((contact: DeviceContact) => void) | undefined;
  /** Describes the fields of its last frame; omitted if the person may not. */
  onDescribe?: ((frame: string) => void) | undefined;
}

/** One device at the gateway: identity and address, and when expanded its data with the decoded content. */
export function DeviceContactRow({ contact, ports, onChoose, onDescribe }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const mayMap = useMay('live-map', 'view');
  const detailsId = useId();
  const port = ports.find((one) => one.protocol === contact.protocol);
  const { identity, address, connected, protocol, transport, vehicleId, registration } = contact;
  return (
    <li className={classes.knock}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.who}
          aria-expanded={opened}
          aria-controls={detailsId}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={16} className={classes.arrow} aria-hidden />
          <span
            className={classes.dot}
            data-connected={connected || undefined}
            role="img"
            aria-label={t(connected ? 'settings.connect.connected' : 'settings.connect.not-connected')}
          />
          <span className={classes.names}>
            <strong className={identity === null ? undefined : 'mono'}>
              {identity === null ? t('settings.connect.nameless') : visible(identity)}
            </strong>
            <small>
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {port?.title ?? protocol} · {transport.toUpperCase()}
              </Badge>
              <span className="mono">{address}</span>
            </small>
          </span>
        </UnstyledButton>
        <div className={classes.counts}>
          <Counts contact={contact} />
          <Text size="xs" c="dimmed">
            <Ago at={contact.lastSeenAt} />
          </Text>
        </div>
        <div className={classes.action}>
          {vehicleId !== null && !mayMap ? (
            <Text size="sm">{registration}</Text>
          ) : vehicleId !== null ? (
            <Button
              component={Link}
              to={`/track-vehicle/${vehicleId}`}
              variant="default"
              size="xs"
              leftSection={<IconMapPin size={14} aria-hidden />}
            >
              {registration}
            </Button>
          ) : contact.deviceId !== null ? (
            <Text size="sm" c="dimmed">
              {t('settings.connect.no-vehicle')}
            </Text>
          ) : (
            identity !== null && onChoose && <AdoptButtons contact={contact} identity={identity} onChoose={onChoose} />
          )}
        </div>
      </div>
      {contact.looksLike.map((name) => (
        <LooksLike key={name} name={name} port={ports.find(({ protocol: one }) => one === name)} />
      ))}
      {onDescribe && port?.takesLayouts && identity === null && contact.looksLike.length === 0 && (
        <Text size="sm" className={classes.hint} role="note">
          {t('settings.connect.layout.nameless')}
        </Text>
      )}
      <Collapse expanded={opened} id={detailsId}>
        {opened && <Details contact={contact} onDescribe={port?.takesLayouts ? onDescribe : undefined} />}
      </Collapse>
    </li>
  );
}

/** The most likely problem of a device whose data cannot be decoded. */
function LooksLike({ name, port }: { name: string; port: GatewayPort | undefined }) {
  const { t } = useTranslation();
  const isListening = port !== undefined && port.transports.length > 0;
  const text = isListening ? 'settings.connect.looks-like' : 'settings.connect.looks-like-unheard';
  return (
    <Text size="sm" className={classes.hint} role="note">
      {t(text, { protocol: port?.title ?? name, port: String(port?.port) })}
    </Text>
  );
}

function Counts({ contact: { frames, faults, unknownMessages } }: { contact: DeviceContact }) {
  const { t } = useTranslation();
  const unknown = unknownMessages.reduce((sum, { count }) => sum + count, 0);
  return (
    <Text size="sm">
      {t('settings.connect.frames', { count: frames, number: formatNumber(frames) })}
      {faults > 0 && (
        <Text span c="var(--danger)">
          {' · '}
          {t('settings.connect.faults', { count: faults, number: formatNumber(faults) })}
        </Text>
      )}
      {unknown > 0 && (
        <Text span c="var(--severity-warning)">
          {' · '}
          {t('settings.connect.unknown-messages', { count: unknown, number: formatNumber(unknown) })}
        </Text>
      )}
    </Text>
  );
}

function Details({
  contact: { lastFrame, decoded, unknownMessages },
  onDescribe,
}: Pick<Props, 'contact' | 'onDescribe'>) {
  const { t } = useTranslation();
  return (
    <div className={classes.details}>
      <section>
        <Group gap={4} mb={4}>
          <h3>{t('settings.connect.last-frame', { kind: lastFrame?.kind ?? '–' })}</h3>
          {lastFrame && <CopyValue value={lastFrame.data} what={t('settings.connect.last-frame', lastFrame)} />}
        </Group>
        {lastFrame ? <FrameText frame={lastFrame} /> : <Text c="dimmed">{t('settings.connect.no-frame')}</Text>}
        {onDescribe && lastFrame?.kind === 'text' && (
          <Button size="xs" variant="light" mt="xs" onClick={() => onDescribe(lastFrame.data)}>
            {t('settings.connect.layout.describe')}
          </Button>
        )}
      </section>
      <section>
        <h3>{t('settings.connect.decoded')}</h3>
        {decoded ? <Decoded decoded={decoded} /> : <Text c="dimmed">–</Text>}
      </section>
      {unknownMessages.length > 0 && <UnknownTypes unknownMessages={unknownMessages} />}
    </div>
  );
}

/** The message types of this device that the server cannot decode, each with the bytes of the newest one. */
function UnknownTypes({ unknownMessages }: Pick<DeviceContact, 'unknownMessages'>) {
  const { t } = useTranslation();
  return (
    <section className={classes.unknown}>
      <h3>{t('settings.connect.unknown-types')}</h3>
      <Text size="sm" c="dimmed">
        {t('settings.connect.unknown-types-text')}
      </Text>
      {unknownMessages.map(({ type, count, lastAt, frame }) => (
        <div key={type}>
          <Group gap={6} my={4}>
            <Text span className="mono" fw={500}>
              {visible(type)}
            </Text>
            <Text span size="sm" c="dimmed">
              {t('settings.connect.frames', { count, number: formatNumber(count) })} · <Ago at={lastAt} />
            </Text>
            {frame && <CopyValue value={frame.data} what={t('settings.connect.unknown-bytes', { type })} />}
          </Group>
          {frame && <FrameText frame={frame} />}
        </div>
      ))}
    </section>
  );
}

function FrameText({ frame: { kind, data } }: { frame: NonNullable<DeviceContact['lastFrame']> }) {
  return (
    <pre className={classes.frame} tabIndex={0}>
      {kind === 'hex' ? inBytes(data) : visible(data)}
    </pre>
  );
}

/** Converts "7878" to "78 78". */
const inBytes = (hex: string) => hex.replaceAll(/(..)(?=.)/g, '$1 ');
