/** The steps as a list with a search: the alternative to the canvas for keyboards and screen readers. */
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { fitsWords } from '#contract/index.ts'
import { connectionLabel, labelOf } from '#flow-engine/graph.ts'
import { cx } from '#ui/classes.ts'
import { SearchField } from '#ui/forms/search-field.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { dataOf, type OutlineLine } from '../steps/graph.ts'
import { outlineLineId, type Selection } from '../steps/selection.ts'
import { stepTypeOf } from '../steps/step-types.ts'
import * as texts from '../steps/texts.tsx'
import { markOf, type StepMark, type WalkedPath } from '../steps/walked-path.ts'

interface Props {
  lines: readonly OutlineLine[]
  /** The selected steps: one, or several. */
  selectedIds: readonly string[]
  /** The path of a rehearsal; null: none is open. */
  path: WalkedPath | null
  onSelect: (next: Selection) => void
  /** Selects steps without opening them; null: opening is the only way to select. */
  onSelectSteps?: ((ids: readonly string[]) => void) | null
}

/** The ID of the field that searches the steps. */
export const searchId = 'search-steps'

/** Where a step leads, such as "Yes → Confirm". Of a single way to the step on the next line, nothing has to be said. */
const waysOf = ({ number, next }: OutlineLine): string[] =>
  next.flatMap(({ edge, node, number: nextNumber }) => {
    const label = connectionLabel(edge)
    if (next.length === 1 && label === '' && nextNumber === number + 1) return []
    return [texts.branch(label, node ? labelOf(node) || stepTypeOf(node.type).name : null)]
  })

/** The texts of a step in which the search looks. */
const searchedTexts = ({ node }: OutlineLine): string[] => [
  stepTypeOf(node.type).name,
  ...Object.values(dataOf(node)).filter((value) => typeof value === 'string'),
]

/** From this number of steps on, the outline has a search. */
const searchFrom = 8

export function Outline({ lines, selectedIds, path, onSelect, onSelectSteps = null }: Props) {
  const [search, setSearch] = useState('')
  const isSearchable = lines.length >= searchFrom || search !== ''
  const shown = search === '' ? lines : lines.filter((line) => fitsWords(search, ...searchedTexts(line)))
  const ids = shown.map(({ node }) => node.id)
  const selectFirst = () => ids[0] !== undefined && onSelect({ node: ids[0] })
  const lastSelected = selectedIds.at(-1) ?? ''
  /** The only line that Tab stops at. Arrow keys go to the others. */
  const tabStop = ids.includes(lastSelected) ? lastSelected : ids[0]

  const goTo = (event: KeyboardEvent, id: string | undefined) => {
    if (id === undefined) return
    event.preventDefault()
    document.getElementById(outlineLineId(id))?.focus()
    if (event.shiftKey) onSelectSteps?.([...selectedIds.filter((selected) => selected !== id), id])
    else onSelectSteps?.([id])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const index = ids.findIndex((id) => outlineLineId(id) === document.activeElement?.id)
    if (event.key === 'ArrowDown') goTo(event, ids[index + 1])
    if (event.key === 'ArrowUp') goTo(event, ids[index - 1])
    if (event.key === 'Home') goTo(event, ids[0])
    if (event.key === 'End') goTo(event, ids.at(-1))
  }
  const onClick = (event: MouseEvent, id: string) => {
    if (!onSelectSteps || !(event.shiftKey || event.ctrlKey || event.metaKey)) return onSelect({ node: id })
    const others = selectedIds.filter((selected) => selected !== id)
    onSelectSteps(others.length < selectedIds.length ? others : [...selectedIds, id])
  }

  return (
    <>
      {isSearchable && (
        <div className="px-1 pb-2">
          <SearchField id={searchId} label="Search steps" value={search} onChange={setSearch} onSubmit={selectFirst} />
        </div>
      )}
      {shown.length === 0 && lines.length > 0 && (
        <p className="px-2 text-muted">No step has these words in its label or text.</p>
      )}
      <ol id="outline" tabIndex={-1} aria-label="Steps" className="outline-none">
        {shown.map((line) => (
          <Line
            key={line.node.id}
            line={line}
            isSelected={selectedIds.includes(line.node.id)}
            isTabStop={line.node.id === tabStop}
            mark={markOf(path, line.node.id)}
            onClick={onClick}
            onKeyDown={onKeyDown}
          />
        ))}
      </ol>
    </>
  )
}

interface LineProps {
  line: OutlineLine
  isSelected: boolean
  isTabStop: boolean
  mark: StepMark
  onClick: (event: MouseEvent, id: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Line({ line, isSelected, isTabStop, mark, onClick, onKeyDown }: LineProps) {
  const { node, number, isReachable } = line
  const { name, icon, colour } = stepTypeOf(node.type)
  const ways = waysOf(line)
  return (
    // Lines that are not in view are not laid out.
    <li className="min-w-0 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]">
      <button
        type="button"
        id={outlineLineId(node.id)}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isSelected || undefined}
        onClick={(event) => onClick(event, node.id)}
        onKeyDown={onKeyDown}
        className={cx(
          'flex w-full items-baseline gap-1.5 rounded-base px-1.5 py-1 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2',
          isSelected && 'bg-accent-soft',
        )}
      >
        <span className="w-5 shrink-0 text-right text-muted tabular-nums">{`${number}.`}</span>
        <span className={cx('translate-y-0.5', colour)}>
          <Glyph icon={icon} size="small" />
        </span>
        <span className="min-w-0 flex-1">
          {/* The icon says the type to those who see it. */}
          <span className="sr-only">{name} · </span>
          <span className="font-medium break-words">{labelOf(node) || node.id}</span>
          {mark !== null && <span className="block text-label text-accent">{texts.stepMark(mark)}</span>}
          {!isReachable && <span className="block text-label text-muted">Cannot be reached. </span>}
          {ways.map((way, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a way is its place in the order
            <span
              key={index}
              dir="auto"
              className="block border-l border-line-strong pl-2 text-label break-words text-muted"
            >
              {way}{' '}
            </span>
          ))}
        </span>
      </button>
    </li>
  )
}
