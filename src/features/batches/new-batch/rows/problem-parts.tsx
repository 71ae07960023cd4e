/** Heading and examples of a group of rows that have the same problem. */
import { Link } from '#kit/navigation/link.tsx'
import type { ProblemGroup } from '#recipients/worker/protocol.ts'
import { Badge } from '#ui/status/badge.tsx'
import { number } from '#ui/text/format-number.ts'
import { newBatchSearch, type ShownRows } from '../state/new-batch-search.ts'
import { QuotedText } from './cell-bar.tsx'
import * as texts from './texts.tsx'

export function GroupHeading({ title, count, show }: { title: string; count: number; show: ShownRows }) {
  return (
    <div className="flex items-baseline gap-2">
      <h3 className="text-base">{title}</h3>
      <Badge>{number(count)}</Badge>
      <span className="ml-auto text-label whitespace-nowrap">
        <Link to={newBatchSearch('validate', show)} preventScrollReset>
          {texts.showRows(count)}
          <span className="sr-only">{texts.about(title)}</span>
        </Link>
      </span>
    </div>
  )
}

export const Examples = ({ examples, count }: Pick<ProblemGroup, 'examples' | 'count'>) => (
  <>
    <ul className="flex flex-col gap-1 text-label text-soft">
      {examples.map(({ row, column, message }) => (
        <li key={`${row}/${column}`} className="break-words">
          <QuotedText text={message} />
        </li>
      ))}
    </ul>
    {count > examples.length && <p className="text-label text-muted">{texts.moreExamples(count - examples.length)}</p>}
  </>
)
