import type { Organisation } from '@milepost/contract/organisation-operations';
import { Tabs } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useFreshRows } from '../../../ui/form/use-fresh-rows.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { OrganisationSettingsForm } from './organisation-settings-form.tsx';

const RetentionTab = lazyPart(() => import('./retention-tab.tsx'));
const OwnFieldsTab = lazyPart(() => import('./own-fields-tab.tsx'));

/** The content of the drawer: an organisation, or a new one below another. */
export type Opened = { organisation: Organisation; tab?: 'retention' } | { below: number };

interface Props {
  /** Retained during the closing animation. */
  shown: Opened | null;
  opened: boolean;
  rows: readonly Organisation[];
  /** Reloads the rows. */
  onFetch: () => Promise<unknown>;
  onClose: () => void;
}

/** An organisation beside the tree: its details, and the settings of its days and facts. */
export function OrganisationDrawer({ shown, opened, rows, onFetch, onClose }: Props) {
  const { t } = useTranslation();
  const mayEdit = useMay('organisations', 'edit');
  const listed = shown && 'organisation' in shown ? shown.organisation : undefined;
  const fresh = useFreshRows(opened ? (listed?.id ?? null) : null, onFetch);
  const organisation = listed && (rows.find(({ id }) => id === listed.id) ?? listed);
  const [tab, setTab] = useState<string | null>('organisation');
  const [of, setOf] = useState(shown);
  if (of !== shown) {
    setOf(shown);
    if (shown && 'tab' in shown && shown.tab) setTab(shown.tab);
  }
  const settings = useCall(
    'get-organisation-settings',
    { id: organisation?.id ?? 0 },
    { ...FOR_A_FORM, enabled: opened && listed !== undefined },
  );
  const showsSettings = organisation !== undefined && (tab === 'settings' || !mayEdit);
  const showsRetention = organisation !== undefined && tab === 'retention' && mayEdit;
  const showsFields = organisation !== undefined && tab === 'own-fields' && mayEdit;
  return (
    <RecordDrawer
      title={organisation?.name ?? t('admin.organisations.new')}
      opened={opened}
      onClose={onClose}
      loading={showsSettings ? settings.isPending : !fresh}
      error={showsSettings ? settings.error : null}
      onRetry={() => void settings.refetch()}
    >
      {organisation !== undefined && mayEdit && (
        <Tabs value={tab} onChange={setTab} mb="sm">
          <Tabs.List>
            <Tabs.Tab value="organisation">{t('organisation-settings.organisation')}</Tabs.Tab>
            <Tabs.Tab value="settings">{t('organisation-settings.title')}</Tabs.Tab>
            <Tabs.Tab value="retention">{t('retention.title')}</Tabs.Tab>
            <Tabs.Tab value="own-fields">{t('own-fields.title')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      {showsFields && (
        <Suspense>
          <OwnFieldsTab organisationId={organisation.id} />
        </Suspense>
      )}
      {showsRetention && (
        <Suspense>
          <RetentionTab organisation={organisation} onClose={onClose} />
        </Suspense>
      )}
      {shown && !showsSettings && !showsRetention && !showsFields && (
        <OrganisationForm
          organisation={organisation}
          below={'below' in shown ? shown.below : null}
          rows={rows}
          onClose={onClose}
        />
      )}
      {showsSettings && settings.data && (
        <OrganisationSettingsForm
          key={organisation.id}
          organisation={organisation}
          settings={settings.data}
          readOnly={!mayEdit}
          onClose={onClose}
        />
      )}
    </RecordDrawer>
  );
}
