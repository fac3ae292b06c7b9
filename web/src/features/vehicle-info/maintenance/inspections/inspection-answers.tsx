import type { InspectionDetail } from '@milepost/contract/inspection-operations';
import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/use-call.ts';
import { FileThumbs } from '../../../../ui/files/file-thumbs.tsx';
import { DefectChip } from '../../../../ui/maintenance/defect-chip.tsx';
import classes from './inspection.module.css';

const ICONS = { ok: IconCheck, defect: IconAlertTriangle, absent: IconMinus } as const;

/** The result of each item, with the photos of its defect. */
export function InspectionAnswers({ inspection }: { inspection: InspectionDetail }) {
  const { t } = useTranslation();
  const { id, answers } = inspection;
  const hasPhotos = answers.some(({ fileIds }) => fileIds.length > 0);
  const files = useCall('get-file-list', { recordKind: 'inspection', recordId: id }, { enabled: hasPhotos });
  return (
    <ul className={classes['answers']}>
      {answers.map(({ item, result, severity, note, fileIds }, index) => {
        const ResultIcon = ICONS[result];
        const photos = files.data?.rows.filter((file) => fileIds.includes(file.id)) ?? [];
        return (
          <li key={index} data-result={result}>
            <ResultIcon size={18} aria-hidden />
            <div className={classes['answer']}>
              <div>
                <b>{item}</b>{' '}
                <Text span size="sm" c="dimmed">
                  {t(`maintenance.result.${result}`)}
                </Text>
              </div>
              {note !== null && <Text size="sm">{note}</Text>}
              {photos.length > 0 && <FileThumbs label={t('files.of', { name: item })} files={photos} />}
            </div>
            {severity !== null && <DefectChip severity={severity} />}
          </li>
        );
      })}
    </ul>
  );
}
