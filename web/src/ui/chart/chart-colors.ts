import './chart-colors.css';

/** What a chart takes from the style sheet; read anew when the theme changes. */
export interface ChartColors {
  palette: string[];
  text: string;
  dim: string;
  line: string;
  surface: string;
  low: string;
  high: string;
  /** A colour by the name of its variable. */
  named: (variable: string) => string;
}

export function readChartColors(): ChartColors {
  const css = getComputedStyle(document.documentElement);
  const named = (variable: string) => css.getPropertyValue(variable).trim();
  return {
    palette: [1, 2, 3, 4, 5, 6].map((number) => named(`--chart-${number}`)),
    text: named('--text'),
    dim: named('--text-dim'),
    line: named('--border'),
    surface: named('--surface-raised'),
    low: named('--chart-low'),
    high: named('--chart-high'),
    named,
  };
}
