/** What the panels and the keyboard change in a graph. */

import type { Edit, GraphEditor } from '../steps/edit-history.ts'
import { type Graph, unusedId } from '../steps/graph.ts'
import { outlineLineId, type Selection, selectedEdgeId, selectedStepId } from '../steps/selection.ts'
import { type StepType, stepTypeOf } from '../steps/step-types.ts'

export interface PanelActions {
  edit: (edit: Edit) => void
  /** Adds a step after another, and selects it. */
  addAfter: (type: StepType, after: string | null) => void
  remove: (selection: Selection) => void
}

/** Focuses a step in the list, or the list itself, without scrolling. */
export const focusOutline = (stepId: string | null) =>
  (document.getElementById(outlineLineId(stepId ?? '')) ?? document.getElementById('outline'))?.focus({
    preventScroll: true,
  })

export function createPanelActions(
  { edit }: GraphEditor,
  graph: Graph,
  select: (next: Selection) => void,
): PanelActions {
  return {
    edit,
    addAfter: (type, after) => {
      const id = unusedId(graph.nodes, type)
      edit({ kind: 'add', step: { id, type, label: stepTypeOf(type).name }, after })
      select({ node: id })
    },
    remove: (selection) => {
      const [stepId, edgeId] = [selectedStepId(selection), selectedEdgeId(selection)]
      if (stepId !== null) edit({ kind: 'remove-step', id: stepId })
      if (edgeId !== null) edit({ kind: 'remove-edge', id: edgeId })
      select(null)
      focusOutline(null)
    },
  }
}
