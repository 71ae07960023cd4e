/** Decides where the canvas shows each step: at its own position or, without one, where the layout puts it. Pure. */
import { edgesFrom, type Graph } from '#flow-engine/graph.ts'
import { type Point, positionOf } from '../steps/graph.ts'
import { gap, layOut, type Places, type SizeOf } from './step-layout.ts'

/** The positions that the steps have. Steps that are all at 0, 0 were never laid out. */
function ownPlaces({ nodes }: Graph): Record<string, Point> {
  const places = nodes.flatMap((node) => {
    const position = positionOf(node)
    return position ? [[node.id, position] as const] : []
  })
  return places.some(([, { x, y }]) => x !== 0 || y !== 0) ? Object.fromEntries(places) : {}
}

/** A free place for a step, below another one. */
function freePlaceAfter(places: Places, id: string, before: string | undefined, sizeOf: SizeOf): Point {
  const anchor = places[before ?? ''] ?? { x: 0, y: 0 }
  const { width, height } = sizeOf(id)
  const above = sizeOf(before ?? '')
  const free = { x: anchor.x + (above.width - width) / 2, y: anchor.y + above.height + gap.y }
  const inTheWay = () =>
    Object.entries(places).find(([other, { x, y }]) => {
      const size = sizeOf(other)
      return x < free.x + width && free.x < x + size.width && y < free.y + height && free.y < y + size.height
    })
  for (let taken = inTheWay(); taken; taken = inTheWay()) free.x = taken[1].x + sizeOf(taken[0]).width + gap.x
  return free
}

/**
 * Where to show each step. A step that has a position is shown there. The others get a place only on the canvas, not in the flow.
 *
 * @param shown where the canvas shows the steps now, so that moving one step moves no other; {} when it opens
 */
export function placeSteps(graph: Graph, shown: Places, sizeOf: SizeOf): Places {
  const places = ownPlaces(graph)
  const placedCount = Object.keys(places).length
  if (placedCount === 0) return layOut(graph, sizeOf)
  const missing = graph.nodes.filter(({ id }) => !Object.hasOwn(places, id))
  if (missing.length === 0) return places
  const isMostlyUnplaced = Object.keys(shown).length === 0 && placedCount < missing.length
  const base = isMostlyUnplaced ? layOut(graph, sizeOf) : shown
  for (const { id } of missing) {
    const place = base[id]
    if (place) places[id] = place
  }
  for (const { id } of missing) {
    if (Object.hasOwn(places, id)) continue
    const before = graph.nodes.find(
      (node) => Object.hasOwn(places, node.id) && edgesFrom(graph, node.id).some(({ target }) => target === id),
    )
    places[id] = freePlaceAfter(places, id, before?.id ?? Object.keys(places).at(-1), sizeOf)
  }
  return places
}

/** Whether no step has a position of its own. */
export const isUnplaced = (graph: Graph): boolean => Object.keys(ownPlaces(graph)).length === 0

/** Changes when a step, its type, a connection or a position changes, but not when a text does. */
export const structureOf = ({ nodes, edges }: Graph): string =>
  JSON.stringify([
    nodes.map((node) => [node.id, node.type, positionOf(node)]),
    edges.map(({ source, target }) => [source, target]),
  ])
