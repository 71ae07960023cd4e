/** The tools above the diagram: adding steps, undo and redo, and what is in the drawer. */
import PanelLeft from 'lucide-react/icons/panel-left'
import PanelRight from 'lucide-react/icons/panel-right'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { Graph } from '#flow-engine/graph.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { Button } from '#ui/forms/button.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { Badge } from '#ui/status/badge.tsx'
import type { Icon } from '#ui/status/icon.tsx'
import { AddStep } from '../panels/add-step.tsx'
import type { PanelActions } from '../panels/panel-actions.ts'
import type { GraphEditor } from '../steps/edit-history.ts'
import { type PanelId, type Selection, selectedStepId } from '../steps/selection.ts'
import * as texts from '../steps/texts.tsx'
import { Palette } from './palette.tsx'
import { type SidePanelName, type SidePanelState, sidePanelIds } from './use-side-panels.ts'

interface Props {
  editor: GraphEditor
  actions: PanelActions
  graph: Graph
  selection: Selection
  /** null: there is no outline beside the diagram. */
  outline: SidePanelState | null
  /** null: the details cannot be hidden. */
  details: SidePanelState | null
  /** The panels of the drawer, while it is closed. */
  panels: readonly { id: PanelId; label: string; count?: number }[]
  onOpenPanel: (panel: PanelId) => void
  /** Whether steps can be dragged into a diagram. */
  hasDiagram?: boolean
}

export function StepsToolbar({
  editor: { history, undo, redo },
  actions,
  graph,
  selection,
  outline,
  details,
  panels,
  onOpenPanel,
  hasDiagram = false,
}: Props) {
  const [announcement, setAnnouncement] = useState('')
  const [editToUndo, editToRedo] = [history.past.at(-1)?.edit, history.future.at(-1)?.edit]
  const undoEdit = () => {
    if (!editToUndo) return
    undo()
    setAnnouncement(`Undone: ${texts.editNames[editToUndo]}.`)
  }
  const redoEdit = () => {
    if (!editToRedo) return
    redo()
    setAnnouncement(`Redone: ${texts.editNames[editToRedo]}.`)
  }
  useShortcut('flows.undo', undoEdit)
  useShortcut('flows.redo', redoEdit)
  const selectedId = selectedStepId(selection)
  const hasStart = graph.nodes.some(({ type }) => type === 'start')
  return (
    <div
      role="toolbar"
      aria-label="Tools for the steps"
      className="@container flex shrink-0 flex-wrap items-center gap-1 border-b border-line bg-raised px-2 py-1"
    >
      <output className="sr-only">{announcement}</output>
      {outline && (
        <PanelToggle
          name="outline"
          icon={PanelLeft}
          state={outline}
          labels={{ show: 'Show outline', hide: 'Hide outline' }}
        />
      )}
      <AddStep label="Add step" hasStart={hasStart} onAdd={(type) => actions.add(type, selectedId)} />
      {hasDiagram && <Palette selectedId={selectedId} hasStart={hasStart} add={actions.add} />}
      <span aria-hidden className="mx-1 h-4 w-px bg-line-strong" />
      <IconButton
        size="small"
        icon={Undo}
        label={texts.undo(editToUndo)}
        disabledReason={!editToUndo && 'There is nothing to undo.'}
        onClick={undoEdit}
      />
      <IconButton
        size="small"
        icon={Redo}
        label={texts.redo(editToRedo)}
        disabledReason={!editToRedo && 'There is nothing to redo.'}
        onClick={redoEdit}
      />
      <div className="ml-auto flex items-center gap-1">
        <span className="text-label text-muted @max-4xl:sr-only">
          {texts.graphSize(graph.nodes.length, graph.edges.length)}
        </span>
        {panels.map(({ id, label, count }) => (
          <Button key={id} size="small" variant="ghost" onClick={() => onOpenPanel(id)}>
            {label}
            {count ? <Badge>{count}</Badge> : null}
          </Button>
        ))}
        {details && (
          <PanelToggle
            name="details"
            icon={PanelRight}
            state={details}
            labels={{ show: 'Show details', hide: 'Hide details' }}
          />
        )}
      </div>
    </div>
  )
}

interface PanelToggleProps {
  name: SidePanelName
  icon: Icon
  state: SidePanelState
  labels: { show: string; hide: string }
}

const PanelToggle = ({ name, icon, state, labels }: PanelToggleProps) => (
  <IconButton
    id={sidePanelIds[name].toggle}
    size="small"
    icon={icon}
    label={state.isShown ? labels.hide : labels.show}
    aria-expanded={state.isShown}
    aria-controls={state.isShown ? sidePanelIds[name].panel : undefined}
    onClick={state.toggle}
  />
)
