/** Rows of CSV (RFC 4180), with commas, semicolons or tabs between the cells: whichever the heading has most of. */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source.slice(0, source.search(/[\r\n]|$/)));
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
  const endRow = () => {
    row.push(cell);
    if (row.some((one) => one !== '')) rows.push(row);
    [row, cell] = [[], ''];
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (source.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') endRow();
    else cell += char;
  }
  endRow();
  return rows;
}

function separatorOf(heading: string): string {
  const counts = [',', ';', '\t'].map((char) => ({ char, count: heading.split(char).length }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.char ?? ',';
}
