import { adminRoutes, type AdminMenu } from '@milepost/contract/admin-routes';
import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { MENU_ICONS, MenuIcon } from '../../../ui/menu/menu-icon.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';

const validate = validateBy(adminRoutes['save-menu'].input);
/** An entry is shown when CM is 0 or 1 (specification, section 3). */
const HIDDEN = 2;

export function MenuForm({ menu, onClose }: { menu: AdminMenu; onClose: () => void }) {
  const { t } = useTranslation();
  const shownAs = menu.CM === HIDDEN ? 0 : menu.CM;
  const record = useClosingForm({
    initialValues: { title: menu.title, icon: menu.icon, CM: menu.CM },
    validate: (values) => validate({ ...values, id: menu.id }),
    save: (values) => call('save-menu', { ...values, id: menu.id }),
    savedText: ({ menu: saved }) => t('form.saved', { name: saved.title }),
    onChanged: () => refresh('get-menu-list', 'get-nav-menu'),
    onClose,
  });
  const { form } = record;
  return (
    <RecordForm record={record} readOnly={false} onCancel={onClose}>
      <TextInput
        {...form.getInputProps('title')}
        label={t('admin.menus.name')}
        withAsterisk
        maxLength={60}
        data-autofocus
      />
      <Select
        {...form.getInputProps('icon')}
        label={t('admin.menus.icon')}
        allowDeselect={false}
        searchable
        data={[...new Set([...MENU_ICONS, menu.icon])].filter((name) => name !== '')}
        leftSection={<MenuIcon name={form.values.icon} />}
        renderOption={({ option }) => (
          <Group gap="sm">
            <MenuIcon name={option.label} />
            {option.label}
          </Group>
        )}
      />
      <Switch
        checked={form.values.CM !== HIDDEN}
        label={t('admin.menus.shown')}
        description={t('admin.menus.shown-hint')}
        onChange={(event) => form.setFieldValue('CM', event.currentTarget.checked ? shownAs : HIDDEN)}
      />
    </RecordForm>
  );
}
