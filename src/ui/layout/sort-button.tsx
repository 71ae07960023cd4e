/** The heading of a column that sorts the table when it is pressed. Cards have no headings, so offer the order elsewhere too. */
import { cx } from '../classes.ts'

interface Props {
  header: string
  /** Of the column. Above figures the mark comes first, so that the heading ends where they end. */
  align?: 'left' | 'right' | undefined
  /** The order of this column; `none`: another column is sorted. */
  order: 'ascending' | 'descending' | 'none'
  onPress: () => void
}

const marks = { ascending: '↑', descending: '↓', none: '' } as const

export const SortButton = ({ header, align = 'left', order, onPress }: Props) => (
  <>
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'hit hidden items-center gap-1 hover:text-ink @xl:inline-flex',
        align === 'right' && 'flex-row-reverse',
      )}
    >
      {header}
      <span aria-hidden className="w-2.5 text-left">
        {marks[order]}
      </span>
    </button>
    <span className="@xl:hidden">{header}</span>
  </>
)
