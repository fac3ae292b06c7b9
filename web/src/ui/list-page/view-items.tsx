import type { ListView } from '@milepost/contract/list-view-operations';
import { Group, Menu } from '@mantine/core';
import { IconCheck, IconDeviceFloppy, IconReload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import type { ColumnChoice } from '../data-table/shown-columns.ts';
import type { MenuFrame } from '../lazy-menu.tsx';
import { notifyError } from '../toast/notify.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { SaveView } from './save-view.tsx';
import { choiceOf, isSameLook, type Look, lookOf } from './view-state.ts';

interface Props extends MenuFrame {
  /** The person's choices of columns. */
  choice: ColumnChoice;
  onChoose: (choice: ColumnChoice) => void;
}

/** The person's own views of the list, those of the organisation, and a button to save the current one. */
export default function ViewItems({ button, opened, onChange, choice, onChoose }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const [saving, setSaving] = useState(false);
  const mayShare = useMay('organisations', 'edit');
  const { data, error } = useCall('get-list-views', { list: pathname });
  const parts = [
    { label: t('list-views.own'), views: data?.rows.filter(({ shared }) => !shared) ?? [], mayDelete: true },
    { label: t('list-views.shared'), views: data?.rows.filter(({ shared }) => shared) ?? [], mayDelete: mayShare },
  ];

  const now = lookOf(params, choice);
  function show(look: Look) {
    onChoose(choiceOf(look));
    setParams(new URLSearchParams(look.query));
  }
  async function remove({ id, shared, ...view }: ListView) {
    try {
      await call(shared ? 'unshare-list-view' : 'delete-list-view', { id });
      refresh('get-list-views');
      notifyWithUndo(t, t('form.deleted', { name: view.name }), () => void restore(shared, view));
    } catch (failure) {
      notifyError(t, failure);
    }
  }
  async function restore(shared: boolean, view: Omit<ListView, 'id' | 'shared'>) {
    try {
      await call(shared ? 'share-list-view' : 'save-list-view', view);
      refresh('get-list-views');
    } catch (failure) {
      notifyError(t, failure);
    }
  }
  return (
    <>
      <Menu position="bottom-end" shadow="md" opened={opened} onChange={onChange}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown mah={420} miw={220} style={{ overflowY: 'auto' }}>
          {error && <Menu.Label>{t('table.failed')}</Menu.Label>}
          {parts.map(
            ({ label, views, mayDelete }) =>
              views.length > 0 && (
                <div key={label}>
                  <Menu.Label>{label}</Menu.Label>
                  {views.map((view) => (
                    <Group key={view.id} gap={0} wrap="nowrap">
                      <Menu.Item
                        onClick={() => show(view)}
                        rightSection={
                          isSameLook(view, now) && <IconCheck size={16} aria-label={t('list-views.shown')} />
                        }
                      >
                        <bdi>{view.name}</bdi>
                      </Menu.Item>
                      {mayDelete && (
                        <Menu.Item
                          w="auto"
                          aria-label={t('list-views.delete', { name: view.name })}
                          onClick={() => void remove(view)}
                        >
                          <IconTrash size={16} stroke={1.6} />
                        </Menu.Item>
                      )}
                    </Group>
                  ))}
                </div>
              ),
          )}
          {data?.total === 0 && <Menu.Label>{t('list-views.none')}</Menu.Label>}
          <Menu.Divider />
          <Menu.Item leftSection={<IconDeviceFloppy size={16} stroke={1.6} />} onClick={() => setSaving(true)}>
            {t('list-views.save')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconReload size={16} stroke={1.6} />}
            onClick={() => show({ query: '', shown: [], hidden: [] })}
          >
            {t('list-views.usual')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {saving && <SaveView view={{ list: pathname, ...now }} mayShare={mayShare} onClose={() => setSaving(false)} />}
    </>
  );
}
