import { Button } from '@mantine/core';
import type { SavedReport } from '@milepost/contract/saved-report-operations';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../api/call.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { LazyMenu } from '../../../ui/lazy-menu.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { notifyError } from '../../../ui/toast/notify.ts';
import { readColumns, type ReportState } from '../report-state.ts';
import type { ReportAnswer } from '../use-report.ts';
import { newSection, partsOf, type SavedValues, valuesFrom, valuesOf } from './saved-values.ts';

const SaveItems = lazyPart(() => import('./save-items.tsx'));
const SavedForm = lazyPart(() => import('./saved-form.tsx'));

interface Props {
  data: ReportAnswer;
  state: ReportState;
  params: URLSearchParams;
}

interface Opened {
  start: SavedValues;
  report?: SavedReport;
}

/** Saves the report on the screen, alone or as a section of an existing saved report. */
export function SaveButton({ data, state, params }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { shared, own } = partsOf(state, readColumns(params));
  const section = () => newSection(data.kind, data.name, own);
  async function add(id: number) {
    try {
      const { report } = await call('get-saved-report', { id, language: formatSettings().language });
      const start = valuesOf(report);
      setOpened({ report, start: { ...start, sections: [...start.sections, section()] } });
    } catch (error) {
      notifyError(t, error);
    }
  }
  return (
    <>
      <LazyMenu
        button={
          <Button variant="default" leftSection={<IconDeviceFloppy size={16} stroke={1.6} />}>
            {t('saved-reports.save')}
          </Button>
        }
        renderMenu={(frame) => (
          <SaveItems
            {...frame}
            onNew={() =>
              setOpened({
                start: valuesFrom(section(), { ...shared, range: shared.range ?? data.range?.preset ?? undefined }),
              })
            }
            onAdd={({ id }) => void add(id)}
          />
        )}
      />
      <RecordDrawer
        title={opened?.report?.name ?? t('saved-reports.new')}
        opened={opened !== null}
        onClose={close}
        loading={false}
        error={null}
        onRetry={close}
        size={520}
      >
        {opened && (
          <SavedForm
            {...opened}
            onClose={(saved) => {
              close();
              if (saved) void navigate(`/reports/saved/${saved.id}`);
            }}
          />
        )}
      </RecordDrawer>
    </>
  );
}
