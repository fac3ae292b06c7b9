import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../showcase/showcase-page.tsx';

export default function UiPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage title={t('ui.title')} text={t('ui.text')} contents={[]}>
      {null}
    </ShowcasePage>
  );
}
