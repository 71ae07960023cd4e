/** The selected step or connection of a graph. The URL's search parameters contain its ID. */
import * as z from 'zod/mini'
import { useSearch } from '#kit/navigation/search-params.ts'

const FlowSearch = z.object({ node: z.optional(z.string()), edge: z.optional(z.string()) })

export type Selection = { node: string } | { edge: string } | null

export function useSelection(): [Selection, (next: Selection) => void] {
  const [{ node, edge }, setSearch] = useSearch(FlowSearch)
  const selection = node !== undefined ? { node } : edge !== undefined ? { edge } : null
  const select = (next: Selection) => setSearch({ node: undefined, edge: undefined, ...next }, { replace: true })
  return [selection, select]
}

export const selectedStepId = (selection: Selection) => (selection && 'node' in selection ? selection.node : null)
export const selectedEdgeId = (selection: Selection) => (selection && 'edge' in selection ? selection.edge : null)

/** The element ID of a step's line in the outline. */
export const outlineLineId = (stepId: string) => `step-${stepId}`
