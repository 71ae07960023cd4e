/**
 * Lays out the steps of a flow from left to right. The first branch of a step goes on in a straight line, and the others follow below it in
 * their order, so that no branch crosses an earlier one of the same step. Pure.
 */
import { entryStep, type Graph } from '#flow-engine/graph.ts'
import type { Point } from '../steps/graph.ts'
import { connectionTop, type Size } from './step-size.ts'

/** The distance between two steps in pixels. */
export const gap = { x: 64, y: 32 } as const
/** The height that a connection takes in the columns that it passes. */
const connectionHeight = 24

/** The size of a drawn step in pixels, by its ID. */
export type SizeOf = (id: string) => Size

export type Places = Readonly<Record<string, Point>>

interface PlacedStep {
  id: string
  type: string
  /** Its column, counted from the left. It is right of all steps that lead to it. */
  column: number
  /** The steps that were reached first from this one, in the order of its connections. */
  children: PlacedStep[]
  /** The top of the step below that of its parent. */
  top: number
}

/** Visits the steps along their connections, in the order of the branches, and finds the column of each. Returns those that nothing leads to. */
function readTrees(graph: Graph): { roots: PlacedStep[]; columnCount: number } {
  const edgesBySource = Map.groupBy(graph.edges, ({ source }) => source)
  const steps = new Map<string, PlacedStep>()
  for (const { id, type } of graph.nodes)
    if (!steps.has(id)) steps.set(id, { id, type, column: 0, children: [], top: 0 })
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
      // A connection to an open step leads back to it, and does not decide about columns.
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
    for (const [, to] of followers.get(step) ?? []) to.column = Math.max(to.column, step.column + 1)
  return { roots, columnCount: Math.max(0, ...finished.map(({ column }) => column + 1)) }
}

/** The upper and lower edge of a tree in each of its columns. Each is `shift` further down, so that a tree is moved at once. */
interface Outline {
  shift: number
  columns: Map<number, { top: number; bottom: number }>
}

/** How far a tree has to move down so that it is below another one in all columns. */
function distanceBelow(above: Outline, below: Outline): number {
  let distance = Number.NEGATIVE_INFINITY
  for (const [column, { top }] of below.columns) {
    const other = above.columns.get(column)
    if (other) distance = Math.max(distance, other.bottom + above.shift + gap.y - top - below.shift)
  }
  return distance
}

/** Adds what a tree covers, further down by the offset. */
function include(outline: Outline, added: Outline, offset: number): void {
  const shift = added.shift + offset - outline.shift
  for (const [column, { top, bottom }] of added.columns) {
    const known = outline.columns.get(column)
    outline.columns.set(column, {
      top: Math.min(known?.top ?? Number.POSITIVE_INFINITY, top + shift),
      bottom: Math.max(known?.bottom ?? Number.NEGATIVE_INFINITY, bottom + shift),
    })
  }
}

/** The steps of a tree, each before its children. */
function stepsOf(root: PlacedStep): PlacedStep[] {
  const steps = [root]
  for (const { children } of steps) steps.push(...children)
  return steps
}

/** Decides how far each step of a tree is below its parent. */
function arrangeTree(root: PlacedStep, sizeOf: SizeOf): Outline {
  const outlines = new Map<PlacedStep, Outline>()
  const takeOutline = (step: PlacedStep): Outline => {
    const outline = outlines.get(step) ?? { shift: 0, columns: new Map() }
    outlines.delete(step)
    return outline
  }
  for (const step of stepsOf(root).toReversed()) {
    const size = sizeOf(step.id)
    let whole: Outline | null = null
    let previousTop = Number.NEGATIVE_INFINITY
    for (const child of step.children) {
      const outline = takeOutline(child)
      const { height } = sizeOf(child.id)
      const middle = height / 2 - outline.shift
      for (let column = step.column + 1; column < child.column; column++)
        outline.columns.set(column, { top: middle - connectionHeight / 2, bottom: middle + connectionHeight / 2 })
      const straight = connectionTop(step.type, size, 0) - height / 2
      child.top = whole ? Math.max(straight, previousTop + gap.y, distanceBelow(whole, outline)) : straight
      previousTop = child.top
      if (whole) include(whole, outline, child.top)
      else whole = { ...outline, shift: outline.shift + child.top }
    }
    whole ??= { shift: 0, columns: new Map() }
    whole.columns.set(step.column, { top: -whole.shift, bottom: size.height - whole.shift })
    outlines.set(step, whole)
  }
  return takeOutline(root)
}

/** Lays out a graph, and does not look at the positions of its steps. */
export function layOut(graph: Graph, sizeOf: SizeOf): Places {
  const { roots, columnCount } = readTrees(graph)
  let lower = -gap.y
  for (const root of roots) {
    const { shift, columns } = arrangeTree(root, sizeOf)
    const edges = [...columns.values()]
    // A further tree is below everything else, because nothing connects it with what is above.
    const top = Math.min(...edges.map((edge) => edge.top)) + shift
    root.top = lower + gap.y - top
    lower = Math.max(...edges.map((edge) => edge.bottom)) + shift + root.top
  }

  const widths = Array.from({ length: columnCount }, () => 0)
  for (const { id, column } of roots.flatMap(stepsOf)) widths[column] = Math.max(widths[column] ?? 0, sizeOf(id).width)
  let right = 0
  const lefts = widths.map((width) => {
    const left = right
    right += width + gap.x
    return left
  })

  const places: Record<string, Point> = {}
  for (const { id, column, top, children } of roots.flatMap(stepsOf)) {
    places[id] = { x: lefts[column] ?? 0, y: top }
    for (const child of children) child.top += top
  }
  return places
}
