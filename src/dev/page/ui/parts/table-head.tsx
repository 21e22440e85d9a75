import type { JSX } from 'preact';

/** The first row of a table. The value of each column is the class of its cells, such as `number`, or empty. */
export function TableHead({ columns }: { columns: Readonly<Record<string, string>> }): JSX.Element {
  return (
    <thead>
      <tr>
        {Object.entries(columns).map(([name, className]) => (
          <th key={name} scope="col" {...(className !== '' && { class: className })}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
