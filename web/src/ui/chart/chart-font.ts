/** Letters of charts: a canvas takes none from the page, and where a machine has no fonts of a script, those that we bring draw it. */
export const CHART_FONT =
  "'Inter Variable', system-ui, 'Vazirmatn Variable', 'Noto Sans Devanagari Variable', sans-serif";
