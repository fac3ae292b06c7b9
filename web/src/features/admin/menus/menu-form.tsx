import { adminOperations, type AdminMenu } from '@milepost/contract/admin-operations';
import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { MENU_ICONS, MenuIcon } from '../../../ui/menu/menu-icon.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { rowWith } from '../../../ui/form/row-with.ts';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';

const validate = validateBy(adminOperations['save-menu'].input);
/** An entry is shown when CM is 0 or 1 (specification, section 3). */
const HIDDEN = 2;
const LABELS: Readonly<Record<string, string>> = { title: 'name', CM: 'shown' };

const valuesOf = ({ title, icon, CM }: AdminMenu) => ({ title, icon, CM });

export function MenuForm({ menu, onClose }: { menu: AdminMenu; onClose: () => void }) {
  const { t } = useTranslation();
  const shownAs = menu.CM === HIDDEN ? 0 : menu.CM;
  const version = useVersion(menu, async (id) => rowWith((await call('get-menu-list', {})).rows, id), valuesOf);
  const record = useClosingForm({
    initialValues: valuesOf(menu),
    validate: (values) => validate({ ...values, id: menu.id }),
    save: (values) => call('save-menu', { ...values, id: menu.id, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ menu: saved }) => t('form.saved', { name: saved.title }),
    onChanged: () => refresh('get-menu-list', 'get-nav-menu'),
    onClose,
  });
  const { form } = record;
  const wordOf = (field: string, value: unknown) =>
    field === 'CM' ? t(value === HIDDEN ? 'form.no' : 'form.yes') : undefined;
  return (
    <RecordForm
      record={record}
      fieldWords={{ label: (field) => t(`admin.menus.${LABELS[field] ?? field}`), value: wordOf }}
      readOnly={false}
      onCancel={onClose}
    >
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
