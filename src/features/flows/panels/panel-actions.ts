/** What the panels, the diagram and the keyboard change in a graph. */
import { type Graph, stepOf } from '#flow-engine/graph.ts'
import { copySteps, pasteSteps } from '../steps/copied-steps.ts'
import type { Edit, GraphEditor } from '../steps/edit-history.ts'
import { type Point, unusedId } from '../steps/graph.ts'
import { outlineLineId, type Selection } from '../steps/selection.ts'
import { type StepType, stepTypeOf } from '../steps/step-types.ts'

export interface PanelActions {
  edit: (edit: Edit) => void
  /**
   * Adds a step and opens it.
   *
   * @param after the step that leads to it; null: none. The only step of a new flow always does.
   * @param at where somebody placed it
   */
  add: (type: StepType, after: string | null, at?: Point) => void
  /** Connects two steps. A branch of a condition is opened, because it needs a label. */
  connect: (source: string, target: string) => void
  duplicate: (ids: readonly string[]) => void
  removeSteps: (ids: readonly string[]) => void
  removeConnection: (id: string) => void
}

/** Focuses a step in the outline or in the diagram; null: the outline itself. */
export function focusStep(stepId: string | null): void {
  const id = stepId ?? ''
  const target =
    document.getElementById(outlineLineId(id)) ??
    document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`) ??
    document.getElementById('outline')
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

interface Selecting {
  /** Selects a step or connection to edit it. */
  open: (next: Selection) => void
  /** Selects several steps. */
  selectSteps: (ids: readonly string[]) => void
}

export function createPanelActions(
  { edit }: GraphEditor,
  graph: Graph,
  { open, selectSteps }: Selecting,
): PanelActions {
  const remove = (change: Edit) => {
    edit(change)
    open(null)
    focusStep(null)
  }
  return {
    edit,
    add: (type, after, at) => {
      const id = unusedId(graph.nodes, type)
      const onlyStep = graph.nodes.length === 1 && !at ? graph.nodes[0]?.id : null
      edit({ kind: 'add', step: { id, type, label: stepTypeOf(type).name }, after: after ?? onlyStep ?? null, at })
      open({ node: id })
    },
    connect: (source, target) => {
      const id = unusedId(graph.edges, 'edge')
      edit({ kind: 'connect', source, target })
      if (stepOf(graph, source)?.type === 'condition') open({ edge: id })
    },
    duplicate: (ids) => {
      const copied = copySteps(graph, ids)
      if (copied.nodes.length === 0) return
      edit({ kind: 'duplicate', copied })
      selectSteps(pasteSteps(graph, copied).ids)
    },
    removeSteps: (ids) => remove({ kind: 'remove-steps', ids }),
    removeConnection: (id) => remove({ kind: 'remove-edge', id }),
  }
}
