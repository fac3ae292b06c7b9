import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../../ui/import/import-page.tsx';

/** Tasks from a spreadsheet. */
export default function TaskImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="task" list={{ path: 'apps/tasks', title: t('tasks.title') }} />;
}
