import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconEdit, IconShare, IconTrash } from '@tabler/icons-react';
import { VEHICLE_STATUSES } from '@milepost/contract/live-constants';
import { useTranslation } from 'react-i18next';
import { showNotification } from '../../../../ui/notification/show-notification.ts';
import { StatusChip } from '../../../../ui/status-chip.tsx';
import { jsxCode } from '../../frame/jsx-code.ts';
import { always, choice, onOff, words } from '../../frame/knobs.ts';
import { Specimen } from '../../frame/specimen.tsx';

export function ButtonSpecimen() {
  const { t } = useTranslation();
  const label = t('ui.button.label');
  return (
    <Specimen
      id="button"
      title={t('ui.button.title')}
      text={t('ui.button.text')}
      knobs={{
        label: words(label),
        variant: choice(['filled', 'default', 'light', 'subtle']),
        color: choice(['accent', 'red']),
        size: choice(['xs', 'sm', 'md', 'lg'], 'sm'),
        loading: onOff(false),
        disabled: onOff(false),
        fullWidth: onOff(false),
      }}
      code={({ label: text, ...changed }) => jsxCode('Button', changed, String(text ?? label))}
    >
      {({ label: text, ...knobs }) => (
        <Button {...knobs} onClick={() => showNotification('bg-blue', text)}>
          {text}
        </Button>
      )}
    </Specimen>
  );
}

export function IconButtonSpecimen() {
  const { t } = useTranslation();
  const label = t('ui.icon-button.label');
  return (
    <Specimen
      id="icon-button"
      title={t('ui.icon-button.title')}
      text={t('ui.icon-button.text')}
      knobs={{ variant: choice(['subtle', 'default', 'light', 'filled']), disabled: onOff(false) }}
      code={(changed) =>
        jsxCode('ActionIcon', { ...changed, 'aria-label': label }, '<IconDownload size={18} aria-hidden />')
      }
    >
      {({ variant, disabled }) => (
        <ActionIcon
          variant={variant}
          color={variant === 'subtle' ? 'gray' : 'accent'}
          disabled={disabled}
          aria-label={label}
          onClick={() => showNotification('bg-blue', label)}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      )}
    </Specimen>
  );
}

export function MenuSpecimen() {
  const { t } = useTranslation();
  const entries = [
    { name: 'edit', Icon: IconEdit },
    { name: 'share', Icon: IconShare },
  ] as const;
  return (
    <Specimen
      id="menu"
      title={t('ui.menu.title')}
      text={t('ui.menu.text')}
      knobs={{
        position: always(choice(['bottom-end', 'bottom-start', 'top-start', 'top-end'])),
        trigger: choice(['click', 'hover']),
      }}
      code={(changed) => jsxCode('Menu', changed, '<Menu.Target>…</Menu.Target>\n<Menu.Dropdown>…</Menu.Dropdown>')}
    >
      {(knobs) => (
        <Menu {...knobs} shadow="md" width={200}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconDots size={16} aria-hidden />}>
              {t('ui.menu.open')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {entries.map(({ name, Icon }) => (
              <Menu.Item
                key={name}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => showNotification('bg-blue', t(`ui.menu.${name}`))}
              >
                {t(`ui.menu.${name}`)}
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item
              color="var(--danger)"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => showNotification('bg-red', t('ui.menu.delete'))}
            >
              {t('ui.menu.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Specimen>
  );
}

export function BadgeSpecimen() {
  const { t } = useTranslation();
  const label = t('ui.badge.label');
  return (
    <Specimen
      id="badge"
      title={t('ui.badge.title')}
      text={t('ui.badge.text')}
      knobs={{
        label: words(label),
        color: choice(['accent', 'green', 'orange', 'red']),
        size: choice(['xs', 'sm', 'md', 'lg'], 'md'),
        radius: always(choice(['sm', 'xl'], 'xl')),
      }}
      code={({ label: text, ...changed }) =>
        jsxCode('Badge', { variant: 'light', tt: 'none', ...changed }, String(text ?? label))
      }
    >
      {({ label: text, ...knobs }) => (
        <Badge variant="light" tt="none" {...knobs}>
          {text}
        </Badge>
      )}
    </Specimen>
  );
}

export function StatusSpecimen() {
  const { t } = useTranslation();
  return (
    <Specimen
      id="status"
      title={t('ui.status.title')}
      text={t('ui.status.text')}
      code={() => jsxCode('StatusChip', { status: 'running' })}
    >
      {() => VEHICLE_STATUSES.map((status) => <StatusChip key={status} status={status} />)}
    </Specimen>
  );
}
