import { cx } from '../classes.ts'

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3'] as const

/** One line of text that is on its way, at the height that the text will have. */
export const SkeletonLine = ({ width = 'w-full' }: { width?: string }) => (
  <span aria-hidden className={cx('my-[0.2em] block h-[0.9em] animate-breathe rounded-small bg-pressed', width)} />
)

/** Rows of a list or table that is on its way. As high as the rows will be, so that nothing jumps. */
export function SkeletonRows({ rows = 8, columns = 4, label }: { rows?: number; columns?: number; label: string }) {
  return (
    <div className="divide-y divide-line">
      <output className="sr-only">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden className="flex h-row items-center gap-6 px-3">
          {Array.from({ length: columns }, (_, column) => (
            <span key={column} className="flex-1">
              <SkeletonLine width={widths[(row + column * 2) % widths.length]} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Running text that is on its way. */
export const SkeletonText = ({ lines = 3, label }: { lines?: number; label: string }) => (
  <div>
    <output className="sr-only">{label}</output>
    {Array.from({ length: lines }, (_, line) => (
      <SkeletonLine key={line} width={widths[line % widths.length]} />
    ))}
  </div>
)
