/** Sections, cards, facts and figures of a page. */
import { Children, type ReactNode, useId } from 'react'
import { cx } from '../classes.ts'
import { visible } from '../text/visible-text.tsx'
import { keptHeightClasses, useKeptHeight } from './kept-height.ts'

interface SectionProps {
  title: string
  /** Shown beside the title, such as a count or an age. */
  facts?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Removes the padding, for a table inside. */
  flush?: boolean
  /** Keeps the height of its content, as `kept-height.ts` says, by this name. */
  keptAs?: string
}

/** A part of a page with a heading. */
export function Section({ title, facts, actions, children, flush = false, keptAs = '' }: SectionProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="min-w-0 overflow-clip rounded-large border border-line bg-raised">
      <div className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1">
        <h2 id={heading} className="text-base">
          {visible(title)}
        </h2>
        {facts && <div className="text-label text-muted">{facts}</div>}
        {actions && <div className="ml-auto flex items-center gap-1">{actions}</div>}
      </div>
      <div ref={useKeptHeight(keptAs)} className={cx('min-w-0', !flush && 'px-3 py-3', keptAs && keptHeightClasses)}>
        {children}
      </div>
    </section>
  )
}

/** A frame without a heading. */
export const Card = ({ children, flush = false }: { children: ReactNode; flush?: boolean }) => (
  <div className={cx('min-w-0 overflow-clip rounded-large border border-line bg-raised', !flush && 'px-3 py-3')}>
    {children}
  </div>
)

export interface Fact {
  term: string
  value: ReactNode
}

/** Facts about one record: terms at the left, values at the right; stacked if there is little space. */
export const DescriptionList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="@container -my-1.5 divide-y divide-line">
    {facts.map(({ term, value }) => (
      <div
        key={term}
        className="grid items-baseline gap-x-4 py-1.5 @2xs:grid-cols-[7.5rem_minmax(0,1fr)] @lg:grid-cols-[11rem_minmax(0,1fr)]"
      >
        <dt className="text-muted">{visible(term)}</dt>
        <dd translate="no" className="min-w-0 break-words">
          {visible(value)}
        </dd>
      </div>
    ))}
  </dl>
)

/** Columns of a panel of figures, by their number. No line of the grid has a gap. */
const statColumns = [
  '',
  'grid-cols-1',
  'grid-cols-2',
  'sm:grid-cols-3',
  'grid-cols-2 lg:grid-cols-4',
  'grid-cols-2 max-xl:*:first:col-span-2 xl:grid-cols-5',
  'grid-cols-2 md:grid-cols-3 xl:grid-cols-6',
]

/** Figures side by side in one panel. */
export const Stats = ({ children }: { children: ReactNode }) => (
  <div
    className={cx(
      'grid gap-px overflow-clip rounded-large border border-line bg-line *:relative forced-colors:*:outline *:bg-raised *:px-3 *:py-2 *:has-[a:hover]:bg-hover *:has-[a:focus-visible]:outline-2 *:has-[a:focus-visible]:-outline-offset-2 *:has-[a:focus-visible]:outline-focus',
      statColumns[Children.count(children)],
    )}
  >
    {children}
  </div>
)

/** A figure with its label. A link in it leads to a list of exactly what it counts. */
export const Stat = ({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) => (
  <div className="flex min-w-0 flex-col">
    <span className="text-label text-muted">{label}</span>
    <span translate="no" className="text-figure font-semibold tracking-tight tabular-nums">
      {value}
    </span>
    {note && <span className="text-label text-soft">{note}</span>}
  </div>
)
