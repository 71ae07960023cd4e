/**
 * Lays out the steps of a flow from the top down. The branches of a step are below it, side by side in their order, so that no branch crosses
 * an earlier one of the same step, and the step is above the middle of them. Pure.
 */
import { entryStep, type Graph } from '#flow-engine/graph.ts'
import type { Point } from '../steps/graph.ts'
import type { Size } from './step-size.ts'

/** The distance between two steps in pixels. */
export const gap = { x: 32, y: 40 } as const
/** More below a step with branches, for their labels and the arrows below these. */
const labelHeight = 20
/** The width that a connection takes in the rows that it passes. */
const connectionWidth = 24

/** The size of a drawn step in pixels, by its ID. */
export type SizeOf = (id: string) => Size

export type Places = Readonly<Record<string, Point>>

interface PlacedStep {
  id: string
  /** Its row, counted from the top. It is below all steps that lead to it. */
  row: number
  /** The steps that were reached first from this one, in the order of its connections. */
  children: PlacedStep[]
  /** The left edge of the step from that of its parent. */
  left: number
}

/** Visits the steps along their connections, in the order of the branches, and finds the row of each. Returns those that nothing leads to. */
function readTrees(graph: Graph): { roots: PlacedStep[]; rowCount: number } {
  const edgesBySource = Map.groupBy(graph.edges, ({ source }) => source)
  const steps = new Map<string, PlacedStep>()
  for (const { id } of graph.nodes) if (!steps.has(id)) steps.set(id, { id, row: 0, children: [], left: 0 })
  const state = new Map<string, 'open' | 'done'>()
  /** Every step after all steps to which it leads. */
  const finished: PlacedStep[] = []
  const forward: [from: PlacedStep, to: PlacedStep][] = []

  const visit = (root: PlacedStep) => {
    const path = [{ step: root, next: 0 }]
    state.set(root.id, 'open')
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const target = edgesBySource.get(last.step.id)?.[last.next++]?.target
      const step = steps.get(target ?? '')
      if (target === undefined) {
        state.set(last.step.id, 'done')
        finished.push(last.step)
        path.pop()
      } else if (step && !state.has(step.id)) {
        state.set(step.id, 'open')
        last.step.children.push(step)
        forward.push([last.step, step])
        path.push({ step, next: 0 })
      } else if (step && state.get(step.id) === 'done') forward.push([last.step, step])
      // A connection to an open step leads back to it, and does not decide about rows.
    }
  }
  const hasSource = new Set(graph.edges.map(({ target }) => target))
  const entry = entryStep(graph)
  const candidates = [
    ...(entry ? [entry.id] : []),
    ...[...steps.keys()].filter((id) => !hasSource.has(id)),
    ...steps.keys(),
  ]
  const roots: PlacedStep[] = []
  for (const id of candidates) {
    const step = steps.get(id)
    if (!step || state.has(id)) continue
    roots.push(step)
    visit(step)
  }

  const followers = Map.groupBy(forward, ([from]) => from)
  for (const step of finished.toReversed())
    for (const [, to] of followers.get(step) ?? []) to.row = Math.max(to.row, step.row + 1)
  return { roots, rowCount: Math.max(0, ...finished.map(({ row }) => row + 1)) }
}

/** The left and right edge of a tree in each of its rows. Each is `shift` further right, so that a tree is moved at once. */
interface Outline {
  shift: number
  rows: Map<number, { left: number; right: number }>
}

/** How far a tree has to move right so that it is beside another one in all rows. */
function distanceBeside(before: Outline, after: Outline): number {
  let distance = Number.NEGATIVE_INFINITY
  for (const [row, { left }] of after.rows) {
    const other = before.rows.get(row)
    if (other) distance = Math.max(distance, other.right + before.shift + gap.x - left - after.shift)
  }
  return distance
}

/** Adds what a tree covers, further right by the offset. */
function include(outline: Outline, added: Outline, offset: number): void {
  const shift = added.shift + offset - outline.shift
  for (const [row, { left, right }] of added.rows) {
    const known = outline.rows.get(row)
    outline.rows.set(row, {
      left: Math.min(known?.left ?? Number.POSITIVE_INFINITY, left + shift),
      right: Math.max(known?.right ?? Number.NEGATIVE_INFINITY, right + shift),
    })
  }
}

/** The steps of a tree, each before its children. */
function stepsOf(root: PlacedStep): PlacedStep[] {
  const steps = [root]
  for (const { children } of steps) steps.push(...children)
  return steps
}

/** Decides how far each step of a tree is right of its parent. */
function arrangeTree(root: PlacedStep, sizeOf: SizeOf): Outline {
  const outlines = new Map<PlacedStep, Outline>()
  const takeOutline = (step: PlacedStep): Outline => {
    const outline = outlines.get(step) ?? { shift: 0, rows: new Map() }
    outlines.delete(step)
    return outline
  }
  const middleOf = (child: PlacedStep) => child.left + sizeOf(child.id).width / 2
  for (const step of stepsOf(root).toReversed()) {
    const { width } = sizeOf(step.id)
    let whole: Outline | null = null
    let previousLeft = Number.NEGATIVE_INFINITY
    for (const child of step.children) {
      const outline = takeOutline(child)
      const middle = sizeOf(child.id).width / 2 - outline.shift
      for (let row = step.row + 1; row < child.row; row++)
        outline.rows.set(row, { left: middle - connectionWidth / 2, right: middle + connectionWidth / 2 })
      child.left = whole ? Math.max(previousLeft + gap.x, distanceBeside(whole, outline)) : 0
      previousLeft = child.left
      if (whole) include(whole, outline, child.left)
      else whole = outline
    }
    whole ??= { shift: 0, rows: new Map() }
    const [first, last] = [step.children[0], step.children.at(-1)]
    const shift = first && last ? (width - middleOf(first) - middleOf(last)) / 2 : 0
    for (const child of step.children) child.left += shift
    whole.shift += shift
    whole.rows.set(step.row, { left: -whole.shift, right: width - whole.shift })
    outlines.set(step, whole)
  }
  return takeOutline(root)
}

/** Lays out a graph, and does not look at the positions of its steps. */
export function layOut(graph: Graph, sizeOf: SizeOf): Places {
  const { roots, rowCount } = readTrees(graph)
  let right = -gap.x
  for (const root of roots) {
    const { shift, rows } = arrangeTree(root, sizeOf)
    const edges = [...rows.values()]
    // A further tree is right of everything else, because nothing connects it with what is at its left.
    const left = Math.min(...edges.map((edge) => edge.left)) + shift
    root.left = right + gap.x - left
    right = Math.max(...edges.map((edge) => edge.right)) + shift + root.left
  }

  const heights = Array.from({ length: rowCount }, () => 0)
  for (const { id, row, children } of roots.flatMap(stepsOf))
    heights[row] = Math.max(heights[row] ?? 0, sizeOf(id).height + (children.length > 1 ? labelHeight : 0))
  let bottom = 0
  const tops = heights.map((height) => {
    const top = bottom
    bottom += height + gap.y
    return top
  })

  const places: Record<string, Point> = {}
  for (const { id, row, left, children } of roots.flatMap(stepsOf)) {
    places[id] = { x: left, y: tops[row] ?? 0 }
    for (const child of children) child.left += left
  }
  return places
}
