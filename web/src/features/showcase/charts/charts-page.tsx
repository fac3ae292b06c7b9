import { useTranslation } from 'react-i18next';
import { ShowcasePage } from '../frame/showcase-page.tsx';
import { CategorySpecimen } from './specimens/category-specimen.tsx';
import { DonutSpecimen } from './specimens/donut-specimen.tsx';
import { GaugeSpecimen } from './specimens/gauge-specimen.tsx';
import { HeatmapSpecimen } from './specimens/heatmap-specimen.tsx';
import { ScatterSpecimen } from './specimens/scatter-specimen.tsx';
import { StateSpecimen } from './specimens/state-specimen.tsx';
import { TimeSpecimen } from './specimens/time-specimen.tsx';

const CONTENTS = ['category', 'time', 'state', 'donut', 'scatter', 'heatmap', 'gauge'];

/** Every form of the chart component. */
export default function ChartsPage() {
  const { t } = useTranslation();
  return (
    <ShowcasePage
      title={t('charts.title')}
      text={t('charts.text')}
      contents={CONTENTS.map((id) => ({ id, title: t(`charts.${id}.title`) }))}
    >
      <CategorySpecimen />
      <TimeSpecimen />
      <StateSpecimen />
      <DonutSpecimen />
      <ScatterSpecimen />
      <HeatmapSpecimen />
      <GaugeSpecimen />
    </ShowcasePage>
  );
}
