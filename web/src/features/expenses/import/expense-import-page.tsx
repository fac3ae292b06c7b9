import { useTranslation } from 'react-i18next';
import { ImportPage } from '../../../ui/import/import-page.tsx';

/** Expenses from a spreadsheet. */
export default function ExpenseImportPage() {
  const { t } = useTranslation();
  return <ImportPage kind="expense" list={{ path: 'expenses', title: t('expenses.title') }} />;
}
