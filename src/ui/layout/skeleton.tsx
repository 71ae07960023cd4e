import { cx } from '../classes.ts'

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-1/3', 'w-2/3'] as const

/** A placeholder for a line of text that is loading, with the height of the text. */
export const SkeletonLine = ({ width = 'w-full' }: { width?: string }) => (
  <span
    aria-hidden
    data-placeholder=""
    className={cx('my-[0.2em] block h-[0.9em] animate-breathe rounded-small bg-pressed', width)}
  />
)

/** The words in the place of the first line. */
const Label = ({ children }: { children: string }) => <output className="block truncate text-muted">{children}</output>

interface RowsProps {
  rows?: number
  columns?: number
  /** Of text in each row. */
  lines?: 1 | 2
  label: string
}

/** Placeholders for the rows of a list or table that is loading, as tall as the rows, so that the layout does not shift. */
export function SkeletonRows({ rows = 8, columns = 4, lines = 1, label }: RowsProps) {
  const height = lines === 1 ? 'h-row' : 'h-13.25'
  return (
    <div className="divide-y divide-line">
      <div className={cx(height, 'flex items-center px-3')}>
        <Label>{label}</Label>
      </div>
      {Array.from({ length: rows - 1 }, (_, row) => (
        <div key={row} aria-hidden className={cx(height, 'flex items-center gap-6 px-3')}>
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

/** Placeholders for text that is loading. */
export const SkeletonText = ({ lines = 3, label }: { lines?: number; label: string }) => (
  <div>
    <Label>{label}</Label>
    {Array.from({ length: lines - 1 }, (_, line) => (
      <SkeletonLine key={line} width={widths[line % widths.length]} />
    ))}
  </div>
)
