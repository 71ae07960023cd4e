/** The steps as a list: what the canvas shows, for the keyboard and for ears. */
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { labelOf, type OutlineLine, wordsOf } from './graph.ts'
import { lineId, type Selection, selectedNode } from './selection.ts'
import { kindOf } from './step-kinds.ts'

interface Props {
  lines: readonly OutlineLine[]
  selection: Selection
  onSelect: (next: Selection) => void
}

/** Where a step leads, such as "Yes → 5, No → 6". */
const waysOf = ({ next }: OutlineLine): string =>
  next.map(({ edge, number }) => `${wordsOf(edge) && `${wordsOf(edge)} `}→ ${number ?? 'nothing'}`).join(', ')

export const Outline = ({ lines, selection, onSelect }: Props) => (
  <ol
    id="outline"
    tabIndex={-1}
    aria-label="Steps"
    className="grid gap-x-4 outline-none sm:grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]"
  >
    {lines.map((line) => {
      const { node, number, isReached } = line
      const { word, icon } = kindOf(node.type)
      const isChosen = node.id === selectedNode(selection)
      const ways = waysOf(line)
      return (
        <li key={node.id} className="min-w-0">
          <button
            type="button"
            id={lineId(node.id)}
            aria-current={isChosen || undefined}
            onClick={() => onSelect({ node: node.id })}
            className={cx(
              'flex w-full items-baseline gap-2 rounded-base px-2 py-1 text-left transition-colors hover:bg-hover',
              isChosen && 'bg-accent-soft',
            )}
          >
            <span className="w-5 shrink-0 text-right text-muted tabular-nums">{number}.</span>
            <span className="translate-y-0.5 text-muted">
              <Glyph icon={icon} size="small" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="text-muted">{word} · </span>
              <span className="font-medium break-words">{labelOf(node) || node.id}</span>
              <span className="line-clamp-3 text-label break-words text-muted">
                {!isReached && 'Never reached. '}
                {ways || (isReached ? 'leads no further' : '')}
              </span>
            </span>
          </button>
        </li>
      )
    })}
  </ol>
)
