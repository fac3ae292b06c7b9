import { IMPORT_KIND_NAMES, importSpec, type ImportKind } from '@milepost/contract/import-kinds';
import { Anchor, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useMay } from '../../api/setup.ts';
import { PageNote } from '../../ui/page-note.tsx';
import { recordId } from '../../ui/record-page/record-id.ts';
import { ImportFile } from './import-file.tsx';
import { ImportList } from './import-list.tsx';
import classes from './import.module.css';
import { ImportView } from './import-view.tsx';

/** The import of each kind of record; the path names the kind. */
export default function ImportPage() {
  const { pathname } = useLocation();
  const shown = pathname.replace(/\/+$/, '');
  const kind = IMPORT_KIND_NAMES.find((each) => shown === `/${importSpec(each).path}`);
  return kind && <ImportOf key={kind} kind={kind} />;
}

/**
 * Imports records from a spreadsheet: upload a file, map its columns, try it, import it; also lists previous imports.
 */
function ImportOf({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  const { menu, path, listTitle } = importSpec(kind);
  const list = { path: path.replace(/\/import$/, ''), title: t(listTitle) };
  const mayCreate = useMay(menu, 'create');
  const [params, setParams] = useSearchParams();
  const id = recordId(params.get('import') ?? undefined);
  const title = t(`import.title.${kind}`);
  if (!mayCreate) {
    return (
      <PageNote title={title} text={t('import.not-allowed')} back={{ path: `/${list.path}`, label: list.title }} />
    );
  }
  return (
    <div className={classes['page']}>
      <div>
        <Anchor component={Link} to={`/${list.path}`} size="sm">
          {list.title}
        </Anchor>
        <Group justify="space-between">
          <Title order={1} size={20}>
            {title}
          </Title>
          {id > 0 && (
            <Anchor component={Link} to={`/${path}`}>
              {t('import.all')}
            </Anchor>
          )}
        </Group>
      </div>
      {id > 0 ? (
        <ImportView key={id} id={id} onDropped={() => setParams({})} />
      ) : (
        <>
          <ImportFile kind={kind} onRead={(read) => setParams({ import: String(read) })} />
          <ImportList kind={kind} />
        </>
      )}
    </div>
  );
}
