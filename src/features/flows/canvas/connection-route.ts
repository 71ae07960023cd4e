/**
 * Decides which way a connection takes. Most are a curve. One that leads up again, or whose curve would run behind a step, goes around
 * the steps in between, beside them. Pure.
 */
import type { Point } from '../steps/graph.ts'
import { gap, type Places, type SizeOf } from './step-layout.ts'

/** How far a connection goes straight on before it turns, and how far it is from the steps that it passes: two fit between two steps. */
const straight = 20
const clearance = gap.x / 2
const cornerRadius = 12

/** Where a step is. */
interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Whether the curve between two points, as the drawing library draws it, runs through a box. */
function curveMeets(from: Point, to: Point, { left, top, right, bottom }: Box): boolean {
  const middle = (from.y + to.y) / 2
  for (let share = 0.05; share < 1; share += 0.05) {
    const rest = 1 - share
    const x = (rest + 3 * share) * rest ** 2 * from.x + (share + 3 * rest) * share ** 2 * to.x
    const y = rest ** 3 * from.y + 3 * rest * share * middle + share ** 3 * to.y
    if (left < x && x < right && top < y && y < bottom) return true
  }
  return false
}

/** Where the steps are, by their IDs. */
export const boxesOf = (places: Places, sizeOf: SizeOf): ReadonlyMap<string, Box> =>
  new Map(
    Object.entries(places).map(([id, { x, y }]) => {
      const { width, height } = sizeOf(id)
      return [id, { left: x, top: y, right: x + width, bottom: y + height }]
    }),
  )

/** A connection between two steps. It begins `left` right of the left edge of its source. */
interface Ends {
  source: string
  target: string
  left: number
}

/** How far right a connection passes the steps in between; null if it is a curve. */
export function laneOf(steps: ReadonlyMap<string, Box>, { source, target, left }: Ends): number | null {
  const [sourceBox, targetBox] = [steps.get(source), steps.get(target)]
  if (!sourceBox || !targetBox) return null
  const from = { x: sourceBox.left + left, y: sourceBox.bottom }
  const to = { x: (targetBox.left + targetBox.right) / 2, y: targetBox.top }
  const leadsBack = to.y < from.y
  const [top, bottom] = leadsBack ? [to.y, from.y] : [from.y, to.y]
  const boxes: Box[] = []
  for (const box of steps.values()) if (top < box.bottom && box.top < bottom) boxes.push(box)
  if (!leadsBack && !boxes.some((box) => curveMeets(from, to, box))) return null
  const isFree = (x: number) => boxes.every((box) => x <= box.left - clearance || box.right + clearance <= x)
  const detour = (x: number) => Math.abs(x - from.x) + Math.abs(x - to.x)
  const lanes = [
    ...(leadsBack ? [(from.x + to.x) / 2] : [from.x, to.x]),
    ...boxes.flatMap((box) => [box.left - clearance, box.right + clearance]),
  ].filter(isFree)
  const [first = from.x] = lanes
  return lanes.reduce((best, x) => (detour(x) < detour(best) ? x : best), first)
}

/** A path along straight lines between points, with round corners. Each line is horizontal or vertical. */
function roundedPath(points: readonly Point[]): string {
  const [start, ...rest] = points
  if (!start) return ''
  const corners = rest.slice(0, -1).map((corner, index) => {
    const [before, after] = [points[index], rest[index + 1]]
    if (!before || !after) return ''
    const lengths = [before, after].map((point) => Math.abs(point.x - corner.x) + Math.abs(point.y - corner.y))
    const radius = Math.min(cornerRadius, ...lengths.map((length) => length / 2))
    const towards = ({ x, y }: Point) =>
      `${corner.x + Math.sign(x - corner.x) * radius} ${corner.y + Math.sign(y - corner.y) * radius}`
    return `L${towards(before)}Q${corner.x} ${corner.y} ${towards(after)}`
  })
  const end = rest.at(-1) ?? start
  return `M${start.x} ${start.y}${corners.join('')}L${end.x} ${end.y}`
}

/** The path of a connection that passes the steps in between at a lane. */
export const pathThrough = (from: Point, to: Point, laneX: number): string =>
  roundedPath([
    from,
    { x: from.x, y: from.y + straight },
    { x: laneX, y: from.y + straight },
    { x: laneX, y: to.y - straight },
    { x: to.x, y: to.y - straight },
    to,
  ])
