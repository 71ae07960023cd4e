/** Cells of a file as they were read, in a plain table that scrolls independently of the page. */
import { ScrollBox } from '#ui/layout/scroll-box.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'

interface Props {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export const CellTable = ({ caption, columns, rows }: Props) => (
  <ScrollBox label={caption} className="max-h-80">
    <table translate="no" className="w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              // oxlint-disable-next-line react/no-array-index-key -- columns have no other key
              key={index}
              scope="col"
              className="sticky top-0 h-8 bg-raised px-3 text-left text-small font-medium whitespace-nowrap text-muted shadow-[inset_0_-1px_var(--color-line)]"
            >
              {visible(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((cells, rowIndex) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other key
          <tr key={rowIndex}>
            {cells.map((cell, columnIndex) => (
              // oxlint-disable-next-line react/no-array-index-key -- cells have no other key
              <td key={columnIndex} dir="auto" className="h-row max-w-80 truncate px-3 py-1" title={visibleText(cell)}>
                {visible(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
)
