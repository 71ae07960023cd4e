/** A group of rows that have the same problem: its title and count, its repair beside them, and examples that open below. */
import type { ReactNode } from 'react'
import { Link } from '#kit/navigation/link.tsx'
import type { ProblemGroup } from '#recipients/worker/protocol.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { number } from '#ui/text/format-number.ts'
import { newBatchSearch, type ShownRows } from '../state/new-batch-search.ts'
import { QuotedText } from './cell-bar.tsx'
import * as texts from './texts.tsx'

interface Props {
  title: string
  count: number
  show?: ShownRows
  /** Whether the examples are shown at first. */
  isOpen?: boolean
  /** What repairs all of these rows. It is in view also while the group is closed. */
  repair?: ReactNode
  /** Examples. */
  children: ReactNode
}

export const RowGroup = ({ title, count, show, isOpen = false, repair, children }: Props) => (
  <li className="flex flex-wrap items-start gap-x-4">
    <div className="min-w-0 grow basis-80">
      <Disclosure
        isOpen={isOpen}
        summary={<h3 className="text-base">{title}</h3>}
        facts={<Badge>{number(count)}</Badge>}
      >
        <div className="flex flex-col gap-1.5 pr-3 pb-2 pl-8.5">{children}</div>
      </Disclosure>
    </div>
    <div className="flex max-w-full flex-wrap items-start gap-x-4 gap-y-2 px-3 pt-1 pb-2 empty:hidden max-md:pl-8.5">
      {repair}
      {show && (
        <span className="inline-flex min-h-control-small items-center text-label whitespace-nowrap">
          <Link to={newBatchSearch('validate', show)} preventScrollReset>
            {count === 1 ? 'Show row' : 'Show rows'}
            <span className="sr-only">{texts.about(title)}</span>
          </Link>
        </span>
      )}
    </div>
  </li>
)

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
