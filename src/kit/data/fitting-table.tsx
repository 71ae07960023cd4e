/**
 * A table with many columns. If they do not fit beside each other, its rows are cards, in two columns if there is room. Only the browser knows
 * whether they fit: it depends on the words in the cells. Not part of `DataTable`, because the first page does not need it.
 */
import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#ui/classes.ts'
import { DataTable } from './data-table.tsx'

/** Narrower cards have one column. The same width as that from which a table is laid out as one. */
const wideCardsPx = 576

/** Below this width, columns are closer to each other. */
const widePx = 1024
const closeColumnClasses = '[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-3 [&_:is(td,th):last-child]:pr-3'

/** A table is laid out as cards where no ancestor is a container of this width. */
const cardClasses = '[&>div]:[container-type:normal]'
const wideCardClasses =
  '[&_tbody>tr]:grid [&_tbody>tr]:grid-cols-2 [&_tbody>tr]:gap-x-6 [&_tbody>tr>td:first-child]:col-span-2'

export function FittingTable<T>(props: ComponentProps<typeof DataTable<T>>) {
  const columns = props.columns.map(({ id }) => id).join()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  /** The width that the table took when it did not fit. It is laid out as a table again in a box as wide, or with other columns. */
  const [needed, setNeeded] = useState({ columns, width: 0 })
  const fits = needed.columns !== columns || width >= needed.width

  useLayoutEffect(() => {
    const table = box.current?.querySelector('table')
    if (!box.current || !table) return
    const { current } = box
    const measure = () => {
      const available = Math.floor(current.getBoundingClientRect().width)
      const taken = Math.floor(table.getBoundingClientRect().width)
      setWidth(available)
      if (fits && taken > available) setNeeded({ columns, width: taken })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    observer.observe(table)
    return () => observer.disconnect()
  }, [columns, fits])

  return (
    <div
      ref={box}
      data-cards={!fits || undefined}
      className={cx(
        'min-w-0',
        fits && width >= wideCardsPx && width < widePx && closeColumnClasses,
        !fits && cardClasses,
        !fits && width >= wideCardsPx && wideCardClasses,
      )}
    >
      <DataTable {...props} />
    </div>
  )
}
