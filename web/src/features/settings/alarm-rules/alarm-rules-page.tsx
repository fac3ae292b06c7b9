import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAdjustmentsAlt, IconBell, IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SEVERITIES } from '@milepost/contract/alarm-constants';
import type { AlarmRule } from '@milepost/contract/alarm-rule-operations';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import { localAnswer } from '../../../ui/data-table/local-answer.ts';
import type { TableState } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ChosenBar } from '../../../ui/list-page/chosen-bar.tsx';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import { useChosenRows } from '../../../ui/list-page/use-chosen-rows.ts';
import { withChoosing } from '../../../ui/list-page/with-choosing.tsx';
import { PushDialog } from '../../../ui/push/push-dialog.tsx';
import { notifyError } from '../../../ui/toast/notify.ts';
import { conditionWords } from './kinds/condition-kinds.ts';
import { DEFAULTS, ruleColumns, ruleCsv, type RuleSort } from './rule-columns.tsx';
import { notificationText, subjectText } from './rule-words.ts';
import { WhenUsed } from '../../../ui/when-used.tsx';

/** Loaded after the list: the form contains every condition. */
const RuleDrawer = lazyPart(async () => ({ default: (await import('./rule-drawer.tsx')).RuleDrawer }));
const RuleBulk = lazyPart(() => import('./rule-bulk.tsx'));

const nameOf = ({ name }: AlarmRule) => name;

/** The text of a rule is made here, in the person's language, so the search is done here too. */
const ALL = { pageSize: 500 };

/** The rules that raise alarms, and their recipients. */
export default function AlarmRulesPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { state } = list;
  const { opened, open, close } = useOpenRecord();
  const [pushing, setPushing] = useState(false);
  const mayCreate = useMay('alarm-rules', 'create');
  const mayEdit = useMay('alarm-rules', 'edit');
  const picks = useChosenRows(nameOf);
  const searching = state.search !== '';
  const query = useCall('get-alarm-rule-list', searching ? ALL : state, { placeholderData: keepPreviousData });
  const found = searching ? query.data && searchRules(t, query.data.rows, state) : query.data;
  const columns = ruleColumns(t, { onSwitch: mayEdit ? confirmSwitch : undefined });
  // The server cannot search in texts of the interface.
  const ids = () => searchRules(t, query.data?.rows ?? [], { ...state, page: 1, ...ALL }).rows.map(({ id }) => id);

  async function set(rule: AlarmRule, enabled: boolean) {
    try {
      await call('set-alarm-rule-enabled', { id: rule.id, enabled });
    } catch (error) {
      notifyError(t, error);
    }
    refresh('get-alarm-rule-list', 'get-alarm-list');
  }
  function confirmSwitch(rule: AlarmRule, enabled: boolean) {
    if (enabled || rule.activeAlarms === 0) {
      void set(rule, enabled);
      return;
    }
    modals.openConfirmModal({
      title: t('alarm-rules.disable-title', { name: rule.name }),
      children: t('alarm-rules.disable-text', { count: rule.activeAlarms }),
      labels: { confirm: t('alarm-rules.disable'), cancel: t('form.cancel') },
      closeButtonProps: { 'aria-label': t('form.close') },
      onConfirm: () => void set(rule, enabled),
    });
  }
  const addButton = mayCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('new')}>
      {t('alarm-rules.add')}
    </Button>
  );
  return (
    <>
      <ListPage
        title={t('alarm-rules.title')}
        searchLabel={t('alarm-rules.search')}
        columns={mayEdit ? withChoosing(t, columns, picks, found?.rows) : columns}
        list={list}
        query={query}
        found={found}
        onOpen={(rule: AlarmRule) => open(rule.id)}
        file={{
          name: 'alarm-rules',
          columns: ruleCsv(t),
          fetchPage: async (page, pageSize) =>
            searching
              ? searchRules(t, (await call('get-alarm-rule-list', ALL)).rows, { ...state, page, pageSize })
              : call('get-alarm-rule-list', { ...state, page, pageSize }),
        }}
        lead={
          <Button variant="default" leftSection={<IconBell size={16} aria-hidden />} onClick={() => setPushing(true)}>
            {t('push.open')}
          </Button>
        }
        actions={addButton}
        empty={{
          Icon: IconAdjustmentsAlt,
          title: t('alarm-rules.empty'),
          text: t('alarm-rules.empty-text'),
          action: addButton,
        }}
      />
      <ChosenBar
        picks={picks}
        rows={found?.rows}
        total={found?.total ?? 0}
        filter={searching ? { ids: ids() } : {}}
        Dialog={mayEdit ? RuleBulk : undefined}
      />
      <WhenUsed>
        <RuleDrawer opened={opened} onClose={close} />
      </WhenUsed>
      <PushDialog opened={pushing} onClose={() => setPushing(false)} />
    </>
  );
}

/** The rules whose displayed text contains the search, sorted like on the server. */
const searchRules = (t: TFunction, rules: readonly AlarmRule[], state: TableState<RuleSort>) =>
  localAnswer(
    rules,
    state,
    {
      name: ({ name }) => name,
      kind: ({ condition }) => condition.kind,
      severity: ({ severity }) => SEVERITIES.indexOf(severity),
      lastAlarmAt: ({ lastAlarmAt }) => lastAlarmAt,
    },
    (rule) => [
      rule.name,
      rule.organisationName,
      conditionWords(t, rule.condition, rule.fences),
      t(`severity.${rule.severity}`),
      subjectText(t, rule),
      notificationText(t, rule),
    ],
  );
