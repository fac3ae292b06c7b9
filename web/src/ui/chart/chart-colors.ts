import './chart-colors.css';

/** The colours that a chart takes from the style sheet; read again when the theme changes. */
export interface ChartColors {
  palette: string[];
  text: string;
  dim: string;
  line: string;
  surface: string;
  low: string;
  high: string;
  /** Returns a colour by the name of its variable. */
  colorOf: (variable: string) => string;
}

export function readChartColors(): ChartColors {
  const css = getComputedStyle(document.documentElement);
  const readVariable = (variable: string) => css.getPropertyValue(variable).trim();
  return {
    palette: [1, 2, 3, 4, 5, 6].map((number) => readVariable(`--chart-${number}`)),
    text: readVariable('--text'),
    dim: readVariable('--text-dim'),
    line: readVariable('--border'),
    surface: readVariable('--surface-raised'),
    low: readVariable('--chart-low'),
    high: readVariable('--chart-high'),
    colorOf: readVariable,
  };
}
