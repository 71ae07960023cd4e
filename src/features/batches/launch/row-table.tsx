/** The rows of the file, as many as there are: only those in view are asked from the worker and drawn. */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- laid out as blocks, a table loses its own roles */
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { groupNumber } from '#phone/group.ts'
import type { Verdict } from '#recipients/read.ts'
import type { Filter, RowWindow, ShownRow, Summary } from '#recipients/worker-protocol.ts'
import { cx } from '#ui/classes.ts'
import { number } from '#ui/format.ts'
import { Lamp, type LampState } from '#ui/lamp.tsx'
import { SkeletonLine } from '#ui/skeleton.tsx'
import { filterWords, reasonWords, verdictWords } from './row-words.ts'
import { rowsOf } from './workbench.ts'

/** Rows that are asked together. */
const chunk = 200
/** Pixels. Rows of one table are all as high: measuring fifty thousand costs more than drawing the few in view. */
const heights = { line: 34, withSentence: 58 } as const
/** Where only problems are shown, each says its sentence; among all rows its reason is enough. */
const saysSentences = (filter: Filter): boolean => !['all', 'valid', 'blank', 'leftOut'].includes(filter)

/** Rows by their place among those that the filter lets through; what is not there yet is undefined. */
function useRows(turn: number, filter: Filter, first: number, last: number): (at: number) => ShownRow | undefined {
  const chunks = Array.from(
    { length: Math.floor(last / chunk) - Math.floor(first / chunk) + 1 },
    (_, at) => at + Math.floor(first / chunk),
  )
  const answers = useQueries({
    queries: chunks.map((at) => ({
      // The turn is part of the name: rows of an earlier reading are never shown.
      queryKey: ['rowsOfFile', turn, filter, at],
      queryFn: (): Promise<RowWindow> => rowsOf({ from: at * chunk, to: (at + 1) * chunk, filter }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10_000,
    })),
  })
  return (at) => answers[Math.floor(at / chunk) - (chunks[0] ?? 0)]?.data?.rows[at % chunk]
}

const lamps: Record<Verdict, LampState> = {
  valid: 'waiting',
  invalid: 'failed',
  duplicate: 'failed',
  blank: 'off',
  leftOut: 'off',
}

function Judged({ row: { verdict, phoneNumber, problem } }: { row: ShownRow }) {
  if (phoneNumber) return <span className="mono">{groupNumber(phoneNumber)}</span>
  const why = problem && verdict === 'invalid' ? reasonWords[problem.reason] : verdictWords[verdict].row
  return <Lamp state={lamps[verdict]} word={why} />
}

function Line({ row, columns, sentence }: { row: ShownRow; columns: readonly string[]; sentence: boolean }) {
  const marked = row.verdict === 'invalid' || row.verdict === 'duplicate'
  return (
    <>
      <th role="rowheader" scope="row" className="sticky left-0 z-1 bg-inherit px-3 text-right font-normal text-muted">
        {number(row.number)}
      </th>
      <td role="cell" className="px-3 whitespace-nowrap">
        <Judged row={row} />
      </td>
      {columns.map((column, at) => (
        <td role="cell" key={column} className={cx('truncate px-3', marked && 'text-soft')} title={row.cells[at]}>
          {row.cells[at]}
        </td>
      ))}
      {sentence && row.problem && (
        <td
          role="cell"
          className="col-span-full w-fit pl-20 text-label whitespace-nowrap text-soft sm:sticky sm:left-0 sm:max-w-[min(60rem,calc(100vw-7rem))] sm:truncate"
          title={row.problem.message}
        >
          {row.problem.message}
        </td>
      )}
    </>
  )
}

interface Props {
  file: Summary
  /** Which reading of the file this is. */
  turn: number
  filter: Filter
  total: number
}

export function RowTable({ file: { columns }, turn, filter, total }: Props) {
  // The virtualizer answers differently from render to render behind one reference.
  'use no memo'
  const box = useRef<HTMLElement>(null)
  const sentence = saysSentences(filter)
  const height = sentence ? heights.withSentence : heights.line
  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
  })
  const items = virtualizer.getVirtualItems()
  const rowAt = useRows(turn, filter, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const template = {
    gridTemplateColumns: `4.25rem 14.5rem repeat(${columns.length}, minmax(9rem, 1fr))`,
    minWidth: `${18.75 + columns.length * 9}rem`,
  }
  const label = filterWords(filter)
  return (
    <section
      ref={box}
      aria-label="Rows of the file"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-[clamp(16rem,calc(100dvh-27rem),34rem)] overflow-auto focus-visible:-outline-offset-2"
    >
      <table role="table" aria-label={label} aria-rowcount={total + 1} className="block">
        <thead role="rowgroup" className="sticky top-0 z-2 block">
          <tr
            role="row"
            aria-rowindex={1}
            style={template}
            className="grid h-8 items-center bg-raised text-small text-muted shadow-[inset_0_-1px_var(--color-line)] *:px-3 *:text-left *:font-medium"
          >
            <th role="columnheader" scope="col" className="sticky left-0 bg-inherit text-right!">
              Row
            </th>
            <th role="columnheader" scope="col">
              Call
            </th>
            {columns.map((column) => (
              <th role="columnheader" scope="col" key={column} className="truncate" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="relative block"
          style={{ height: virtualizer.getTotalSize(), minWidth: template.minWidth }}
        >
          {items.map((item) => {
            const row = rowAt(item.index)
            return (
              <tr
                key={item.key}
                role="row"
                aria-rowindex={item.index + 2}
                style={{ ...template, height, top: item.start }}
                className="absolute inset-x-0 grid auto-rows-min items-center overflow-clip border-b border-line bg-raised *:leading-[33px] [&>.col-span-full]:leading-snug"
              >
                {row ? (
                  <Line row={row} columns={columns} sentence={sentence} />
                ) : (
                  <td role="cell" className="col-span-full px-3">
                    <SkeletonLine />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
