/** The minimum that shows many rows with TanStack Virtual: plain cells without interaction. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'

// This file is compiled without the browser's types.
declare const document: { querySelector: (name: string) => Element }

const rowHeight = 34
const cellWidth = 140

function Rows({ rows }: { rows: readonly (readonly string[])[] }) {
  const box = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- not compiled
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const lines = virtualizer.getVirtualItems().map(({ index, start }) => {
    const place = { display: 'flex', position: 'absolute', top: start, height: rowHeight } as const
    const cells = (rows[index] ?? []).map((text, column) =>
      createElement('td', { key: column, style: { width: cellWidth } }, text),
    )
    const number = createElement('th', { key: 'number', role: 'rowheader', style: { width: cellWidth } }, index + 2)
    return createElement('tr', { key: index, role: 'row', style: place }, number, cells)
  })
  const height = virtualizer.getTotalSize()
  return createElement(
    'div',
    { ref: box, style: { height: 400, overflow: 'auto' } },
    createElement(
      'table',
      { role: 'grid', style: { display: 'block', position: 'relative', height } },
      createElement('tbody', null, lines),
    ),
  )
}

let root: Root | null = null
let rows: string[][] = []
const bench = {
  read: (text: string) => {
    rows = text.split('\n').map((line) => line.split(','))
  },
  mount: () => {
    root = createRoot(document.querySelector('#root'))
    root.render(createElement(Rows, { rows }))
  },
  unmount: () => root?.unmount(),
}
export type BarePage = typeof bench
;(globalThis as { bench?: BarePage }).bench = bench
