/** Aligns several selected steps. */
import AlignRow from 'lucide-react/icons/align-start-horizontal'
import AlignColumn from 'lucide-react/icons/align-start-vertical'
import { IconButton } from '#ui/forms/icon-button.tsx'
import * as texts from '../steps/texts.tsx'
import type { Places } from './step-layout.ts'

interface Props {
  /** The selected steps. The first one stays where it is. */
  ids: readonly string[]
  places: Places
  onAlign: (places: Places) => void
}

export function SelectionTools({ ids, places, onAlign }: Props) {
  const alignTo = (axis: 'x' | 'y') => {
    const first = places[ids[0] ?? '']
    if (!first) return
    onAlign(
      Object.fromEntries(
        ids.flatMap((id) => {
          const place = places[id]
          return place ? [[id, { ...place, [axis]: first[axis] }] as const] : []
        }),
      ),
    )
  }
  return (
    <div
      role="toolbar"
      aria-label="Selected steps"
      className="flex items-center rounded-base border border-line-strong bg-raised p-0.5 text-label text-muted"
    >
      <span className="px-1.5">{texts.selectionCount(ids.length)}</span>
      <IconButton size="small" icon={AlignRow} label="Align in a row" onClick={() => alignTo('y')} />
      <IconButton size="small" icon={AlignColumn} label="Align in a column" onClick={() => alignTo('x')} />
    </div>
  )
}
