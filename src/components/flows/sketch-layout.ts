/** Lays out the steps of a flow from the top down, for a small drawing. Pure. */
import type { Flow } from '#contract/index.ts'
import { branchLabel, edgesFrom, entryStep, labelOf, stepOf } from '#flow-engine/graph.ts'

type Graph = Flow['flowData']

/** Sizes in units of the drawing. */
export const stepBox = { width: 148, height: 30 } as const
const gap = { x: 16, y: 26 } as const

export interface SketchStep {
  id: string
  type: string
  label: string
  x: number
  y: number
}
export interface SketchLine {
  id: string
  from: SketchStep
  to: SketchStep
  label: string
  /** `next`: to the next row · `side`: past other rows, so it is drawn beside them · `back`: up again. */
  way: 'next' | 'side' | 'back'
}
export interface Sketch {
  steps: SketchStep[]
  lines: SketchLine[]
  width: number
  height: number
}

/**
 * The row of each step: below every step that leads to it, but never below itself. Steps that nothing leads to start rows of their own at
 * the top.
 */
function rowsOf(graph: Graph): Map<string, number> {
  const rows = new Map<string, number>()
  const visit = (id: string, row: number, path: ReadonlySet<string>) => {
    // A step that was placed low enough already, or that leads back to itself, ends the walk.
    if (path.has(id) || (rows.get(id) ?? -1) >= row || !stepOf(graph, id) || row > graph.nodes.length) return
    rows.set(id, row)
    for (const { target } of edgesFrom(graph, id)) visit(target, row + 1, new Set([...path, id]))
  }
  const entry = entryStep(graph)
  if (entry) visit(entry.id, 0, new Set())
  for (const { id } of graph.nodes) if (!rows.has(id)) visit(id, 0, new Set())
  return rows
}

const wayOf = (from: SketchStep, to: SketchStep): SketchLine['way'] => {
  if (to.y <= from.y) return 'back'
  return to.y - from.y === stepBox.height + gap.y ? 'next' : 'side'
}

export function sketchOf(graph: Graph): Sketch {
  const rows = rowsOf(graph)
  const ids = [...rows.keys()]
  const rowCount = Math.max(0, ...rows.values()) + 1
  const byRow = Array.from({ length: rowCount }, (_, row) => ids.filter((id) => rows.get(id) === row))
  const widest = Math.max(1, ...byRow.map((row) => row.length))
  const width = widest * (stepBox.width + gap.x) - gap.x
  const places = new Map<string, SketchStep>()
  for (const [row, rowIds] of byRow.entries()) {
    const rowWidth = rowIds.length * (stepBox.width + gap.x) - gap.x
    for (const [column, id] of rowIds.entries()) {
      const node = stepOf(graph, id)
      if (!node) continue
      const x = (width - rowWidth) / 2 + column * (stepBox.width + gap.x)
      places.set(id, { id, type: node.type, label: labelOf(node) || node.type, x, y: row * (stepBox.height + gap.y) })
    }
  }
  const lines = graph.edges.flatMap((edge, index): SketchLine[] => {
    const from = places.get(edge.source)
    const to = places.get(edge.target)
    if (!from || !to) return []
    return [{ id: `${edge.id} ${index}`, from, to, label: branchLabel(edge), way: wayOf(from, to) }]
  })
  return { steps: [...places.values()], lines, width, height: rowCount * (stepBox.height + gap.y) - gap.y }
}
