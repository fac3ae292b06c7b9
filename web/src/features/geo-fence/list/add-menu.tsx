import { FENCE_KINDS, type FenceKind } from '@milepost/contract/fence-shape-types';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { KindIcon } from '../kind-icon.tsx';

interface Props {
  onCreate: (kind: FenceKind) => void;
  onImport: () => void;
}

/** The ways to begin a new geofence. */
export function AddMenu({ onCreate, onImport }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('geo-fence.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FENCE_KINDS.map((kind) => (
          <Menu.Item key={kind} leftSection={<KindIcon kind={kind} size={16} />} onClick={() => onCreate(kind)}>
            {t(`geo-fence.new-kind.${kind}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={onImport}>
          {t('geo-fence.import.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
