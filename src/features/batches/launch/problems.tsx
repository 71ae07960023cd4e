/** What is the matter with the rows that are not called, by what would repair it; examples are named by row. */

import type { Summary } from '#recipients/worker-protocol.ts'
import { Link } from '#shell/link.tsx'
import { Badge } from '#ui/badge.tsx'
import { number, plural } from '#ui/format.ts'
import { Lamp } from '#ui/lamp.tsx'
import { Section } from '#ui/section.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { launchSearch, type ShownRows } from '../search.ts'
import { filters, reasonWords } from './row-words.ts'

const showOf = (reason: string): ShownRows => filters.find((filter) => filter === reason) ?? 'all'

export function Problems({ file: { groups, counts } }: { file: Summary }) {
  const count = counts.invalid + counts.duplicate
  if (count === 0) {
    return (
      <Section title="Problems">
        <Lamp state="done" word="Every row that is not blank can be called." />
      </Section>
    )
  }
  return (
    <Section title="Problems" facts={plural(count, 'row is left out', 'rows are left out')} flush>
      <ul className="divide-y divide-line">
        {groups.map(({ reason, count: rows, examples }) => (
          <li key={reason} className="flex flex-col gap-1 px-3 py-2">
            <div className="flex items-baseline gap-2">
              <h3 className="text-base">{reasonWords[reason]}</h3>
              <Badge>{number(rows)}</Badge>
              {rows > 1 && (
                <span className="ml-auto text-label">
                  <Link to={launchSearch('validate', showOf(reason))} preventScrollReset>
                    Show all<VisuallyHidden>{`: ${reasonWords[reason]}`}</VisuallyHidden>
                  </Link>
                </span>
              )}
            </div>
            <ul className="flex flex-col gap-1 text-label text-soft">
              {examples.map(({ row, column, message }) => (
                <li key={`${row}/${column}`} className="break-words">
                  {message}
                </li>
              ))}
            </ul>
            {rows > examples.length && (
              <p className="text-label text-muted">And {plural(rows - examples.length, 'more', 'more')}.</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
