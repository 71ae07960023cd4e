import { cx } from '../classes.ts'

interface Props {
  header: string
  /** The order of this column; `none`: another column is sorted. */
  order: 'ascending' | 'descending' | 'none'
  onPress: () => void
}

/** The mark of another column only shows that its heading can be pressed. */
const marks = { ascending: '↑', descending: '↓', none: '↕' } as const
const hiddenMark = 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100'

/** The heading of a column that sorts the table when it is pressed. Cards have no headings, so offer the order elsewhere too. */
export const SortButton = ({ header, order, onPress }: Props) => (
  <>
    <button
      type="button"
      onClick={onPress}
      className="group/sort relative hidden h-8 items-center hover:text-ink @xl:inline-flex"
    >
      {header}
      <span aria-hidden className={cx('absolute left-full pl-0.5', order === 'none' && hiddenMark)}>
        {marks[order]}
      </span>
    </button>
    <span className="@xl:hidden">{header}</span>
  </>
)
