import type { TableOfChart } from './chart-data.ts';
import classes from './chart.module.css';

interface Props {
  label: string;
  table: TableOfChart;
  /** What a row does that is chosen, by its place. */
  onChoose?: ((index: number) => void) | undefined;
}

/** The values of a chart, in words. */
export function ChartTable({ label, table, onChoose }: Props) {
  const [lead, ...heads] = table.head;
  return (
    // Reached by keyboard, because it may have to be scrolled.
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
            // Rows of a table that is only read have no identity but their place.
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
