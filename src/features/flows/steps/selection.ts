/** What is selected in a graph, and which panel is open. Both are in the URL's search parameters. */
import { type Field, oneOf, useSearch } from '#kit/navigation/search-params.ts'

const panels = ['outline', 'step', 'flow', 'rules', 'problems', 'rehearse'] as const
/** The panels beside the diagram. */
export type PanelId = (typeof panels)[number]

const id: Field<string | undefined> = (text) => text ?? undefined
const fields = {
  node: id,
  edge: id,
  panel: oneOf(panels, undefined),
  /** The panel from which the step was opened, to go back to it. */
  from: oneOf(['rehearse'], undefined),
}

export type Selection = { node: string } | { edge: string } | null

/** The selected step or connection, the open panel (null: none was chosen), and functions that change them. */
export function useSelection() {
  const [{ node, edge, panel, from }, setSearch] = useSearch(fields)
  const selection: Selection = node !== undefined ? { node } : edge !== undefined ? { edge } : null
  const setSelection = (next: Selection, openedFrom?: 'rehearse') =>
    setSearch(
      { node: undefined, edge: undefined, ...next, ...(next && { panel: undefined }), from: openedFrom },
      { replace: true },
    )
  return {
    selection,
    panel: panel ?? null,
    /** Selects a step or connection, and opens its panel. null deselects. */
    select: (next: Selection) => setSelection(next),
    /** Whether the step was opened from the rehearsal. */
    isFromRehearsal: from === 'rehearse',
    selectFromRehearsal: (id: string) => setSelection({ node: id }, 'rehearse'),
    openPanel: (next: PanelId | null) => setSearch({ panel: next ?? undefined, from: undefined }, { replace: true }),
    /** Deselects, and closes the panel. */
    close: () => setSearch({ node: undefined, edge: undefined, panel: undefined, from: undefined }, { replace: true }),
  }
}

export const isSameSelection = (one: Selection, other: Selection): boolean =>
  selectedStepId(one) === selectedStepId(other) && selectedEdgeId(one) === selectedEdgeId(other)

export const selectedStepId = (selection: Selection) => (selection && 'node' in selection ? selection.node : null)
export const selectedEdgeId = (selection: Selection) => (selection && 'edge' in selection ? selection.edge : null)

/** The element ID of a step's line in the outline. */
export const outlineLineId = (stepId: string) => `step-${stepId}`
