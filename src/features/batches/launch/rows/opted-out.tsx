/** Columns of the file that say who must not be called: whom they leave out, and the way to say that one is an ordinary column. */
import type { Summary } from '#recipients/worker/protocol.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import { act } from '../state/launch-store.ts'
import { Examples, Heading } from './problem-parts.tsx'

/** For a column that only looks like one that says who must not be called. */
export const OrdinaryColumn = ({ column }: { column: string }) => (
  <div className="flex flex-col items-start gap-1">
    <Button size="small" onClick={() => act({ kind: 'rule', rule: 'ordinary', column, on: true })}>
      {`Treat “${visibleText(column)}” as an ordinary column`}
    </Button>
    <p className="text-label text-muted">Calls these people and sends the column to the agent.</p>
  </div>
)

/** Rows that a column of the file marks "do not call": they are left out unless a person says that it is an ordinary column. */
export function OptedOut({ file }: { file: Summary }) {
  const marked = file.groups.find(({ reason }) => reason === 'opted_out')
  if (!marked) return null
  const columns = file.optOuts.filter(({ isOrdinary, rows }) => !isOrdinary && rows > 0)
  return (
    <Section title="Do not call" facts={plural(marked.count, 'row is left out', 'rows are left out')} flush>
      <ul className="divide-y divide-line">
        {columns.map(({ column, rows, empty }) => (
          <li key={column} className="flex flex-col gap-1.5 px-3 py-2">
            <Heading title={`Marked in column ${visibleText(column)}`} count={rows} show="optedOut" />
            <Examples examples={marked.examples.filter((one) => one.column === column)} count={rows} />
            {empty > 0 && (
              <p className="text-label text-muted">{`The column is empty in ${plural(empty, 'row', 'rows')}: ${empty === 1 ? 'it is' : 'they are'} not left out for that.`}</p>
            )}
            <OrdinaryColumn column={column} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
