import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../frame/showcase-page.tsx';
import { DataTableSpecimen } from './specimens/data-table-specimen.tsx';
import { EditableSpecimen } from './specimens/editable-specimen.tsx';
import { ExportSpecimen } from './specimens/export-specimen.tsx';

const CONTENTS = ['data-table', 'editable', 'export'];

/** The root segment `tables`: lists, tables that are edited in place, and files made of them. */
export default function TablesPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage
      title={t('tables.title')}
      text={t('tables.text')}
      contents={CONTENTS.map((id) => ({ id, title: t(`tables.${id}.title`) }))}
    >
      <DataTableSpecimen />
      <EditableSpecimen />
      <ExportSpecimen />
    </ShowcasePage>
  );
}
