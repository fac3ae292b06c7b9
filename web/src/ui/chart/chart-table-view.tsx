import type { TableOfChart } from './chart-data.ts';
import classes from './chart.module.css';

interface Props {
  label: string;
  table: TableOfChart;
  /** Called with the index of a chosen row. */
  onChoose?: ((index: number) => void) | undefined;
}

/** The values of a chart as text. */
export function ChartTable({ label, table, onChoose }: Props) {
  const [lead, ...heads] = table.head;
  return (
    // Focusable by keyboard, because it can require scrolling.
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={label}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{lead}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells], row) => (
            // The rows of a read-only table have no identity but their index.
            <tr key={row}>
              <th scope="row">
                {onChoose ? (
                  <button type="button" className={classes['choose']} onClick={() => onChoose(row)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
