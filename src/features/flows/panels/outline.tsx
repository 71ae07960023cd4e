/** The steps as a list with a search: the alternative to the canvas for keyboards and screen readers. */
import { useState } from 'react'
import { fitsWords } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { SearchField } from '#ui/forms/search-field.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { connectionLabel, dataOf, labelOf, type OutlineLine } from '../steps/graph.ts'
import { outlineLineId, type Selection, selectedStepId } from '../steps/selection.ts'
import { stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { markOf, type WalkedPath } from '../steps/walked-path.ts'

interface Props {
  lines: readonly OutlineLine[]
  selection: Selection
  /** The path of a rehearsal; null: none is open. */
  path: WalkedPath | null
  onSelect: (next: Selection) => void
  /** Lists the steps in several columns. */
  isWide?: boolean
}

/** The branches of a step, such as "Yes → 5, No → 6". */
const branchesOf = ({ next }: OutlineLine): string =>
  next.map(({ edge, number }) => texts.branch(connectionLabel(edge), number)).join(', ')

/** The texts of a step in which the search looks. */
const searchedTexts = ({ node }: OutlineLine): string[] => [
  stepTypeOf(node.type).name,
  ...Object.values(dataOf(node)).filter((value) => typeof value === 'string'),
]

/** From this number of steps on, the outline has a search. */
const searchFrom = 8

export function Outline({ lines, selection, path, onSelect, isWide = false }: Props) {
  const [search, setSearch] = useState('')
  const isSearchable = lines.length >= searchFrom || search !== ''
  const shown = search === '' ? lines : lines.filter((line) => fitsWords(search, ...searchedTexts(line)))
  const selectFirst = () => shown[0] && onSelect({ node: shown[0].node.id })
  return (
    <>
      {isSearchable && (
        <div className="px-1 pb-2">
          <SearchField label={texts.searchSteps} value={search} onChange={setSearch} onSubmit={selectFirst} />
        </div>
      )}
      {shown.length === 0 && lines.length > 0 && <p className="px-2 text-muted">{texts.noStepFound}</p>}
      <ol
        id="outline"
        tabIndex={-1}
        aria-label={texts.outline}
        className={cx('outline-none', isWide && 'grid gap-x-4 sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]')}
      >
        {shown.map((line) => (
          <Line key={line.node.id} line={line} selection={selection} path={path} onSelect={onSelect} />
        ))}
      </ol>
    </>
  )
}

interface LineProps extends Pick<Props, 'selection' | 'path' | 'onSelect'> {
  line: OutlineLine
}

function Line({ line, selection, path, onSelect }: LineProps) {
  const { node, number, isReachable } = line
  const { name, icon } = stepTypeOf(node.type)
  const isSelected = node.id === selectedStepId(selection)
  const branches = branchesOf(line)
  const mark = markOf(path, node.id)
  return (
    <li className="min-w-0">
      <button
        type="button"
        id={outlineLineId(node.id)}
        aria-current={isSelected || undefined}
        onClick={() => onSelect({ node: node.id })}
        className={cx(
          'flex w-full items-baseline gap-2 rounded-base px-2 py-1 text-left transition-colors hover:bg-hover',
          isSelected && 'bg-accent-soft',
        )}
      >
        <span className="w-5 shrink-0 text-right text-muted tabular-nums">{texts.listNumber(number)}</span>
        <span className="translate-y-0.5 text-muted">
          <Glyph icon={icon} size="small" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="text-muted">{name} · </span>
          <span className="font-medium break-words">{labelOf(node) || node.id}</span>
          {mark !== null && <span className="block text-label text-accent">{texts.stepMark(mark)}</span>}
          <span className="line-clamp-3 text-label break-words text-muted">
            {!isReachable && `${texts.unreachable} `}
            {branches || (isReachable ? texts.endsHere : '')}
          </span>
        </span>
      </button>
    </li>
  )
}
