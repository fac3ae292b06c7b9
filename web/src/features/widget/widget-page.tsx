import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../showcase/showcase-page.tsx';

export default function WidgetPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage title={t('widget.title')} text={t('widget.text')} contents={[]}>
      {null}
    </ShowcasePage>
  );
}
