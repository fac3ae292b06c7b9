/**
 * The fonts of charts: a canvas does not inherit them from the page. If the machine lacks the fonts of a script, those
 * of the application are used.
 */
export const CHART_FONT =
  "'Inter Variable', system-ui, 'Vazirmatn Variable', 'Noto Sans Devanagari Variable', sans-serif";
