/** Decides where the canvas shows each step. Only the canvas imports it, because the layout library is large. Pure. */
import { Graph as DagreGraph, layout } from '@dagrejs/dagre'
import { edgesFrom, type Graph, type Point, positionOf } from '../steps/graph.ts'

/** The size of a drawn step in pixels, and the distance between two of them. */
export const stepSize = { width: 200, height: 92 } as const
const spacing = { x: stepSize.width + 64, y: stepSize.height + 38 } as const

export type Places = Readonly<Record<string, Point>>

/** Lays out a graph from left to right, and does not look at the positions of its steps. */
export function layOut({ nodes, edges }: Graph): Places {
  const dagre = new DagreGraph()
  dagre.setGraph({ rankdir: 'LR', nodesep: 38, ranksep: 64 })
  dagre.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) dagre.setNode(id, { ...stepSize })
  for (const { source, target } of edges) {
    if (dagre.hasNode(source) && dagre.hasNode(target)) dagre.setEdge(source, target)
  }
  layout(dagre)
  return Object.fromEntries(
    nodes.map(({ id }) => {
      const { x, y } = dagre.node(id) as Point
      return [id, { x: x - stepSize.width / 2, y: y - stepSize.height / 2 }]
    }),
  )
}

/** The positions that the steps have. Steps that are all at 0, 0 were never laid out. */
function ownPlaces({ nodes }: Graph): Record<string, Point> {
  const places = nodes.flatMap((node) => {
    const position = positionOf(node)
    return position ? [[node.id, position] as const] : []
  })
  return places.some(([, { x, y }]) => x !== 0 || y !== 0) ? Object.fromEntries(places) : {}
}

/** A free place to the right of a point. */
function freePlaceAfter(places: Places, { x, y }: Point): Point {
  const free = { x: x + spacing.x, y }
  const isTaken = (other: Point) =>
    Math.abs(other.x - free.x) < stepSize.width && Math.abs(other.y - free.y) < stepSize.height
  while (Object.values(places).some(isTaken)) free.y += spacing.y
  return free
}

/**
 * Where to show each step. A step that has a position is shown there. The others get a place only on the canvas, not in the flow.
 *
 * @param shown where the canvas shows the steps now, so that moving one step moves no other; {} when it opens
 */
export function placeSteps(graph: Graph, shown: Places): Places {
  const places = ownPlaces(graph)
  const placedCount = Object.keys(places).length
  if (placedCount === 0) return layOut(graph)
  const missing = graph.nodes.filter(({ id }) => !Object.hasOwn(places, id))
  if (missing.length === 0) return places
  const isMostlyUnplaced = Object.keys(shown).length === 0 && placedCount < missing.length
  const base = isMostlyUnplaced ? layOut(graph) : shown
  for (const { id } of missing) {
    const place = base[id]
    if (place) places[id] = place
  }
  for (const { id } of missing) {
    if (Object.hasOwn(places, id)) continue
    const before = graph.nodes.find(
      (node) => Object.hasOwn(places, node.id) && edgesFrom(graph, node.id).some(({ target }) => target === id),
    )
    const anchor = before ? places[before.id] : Object.values(places).at(-1)
    places[id] = freePlaceAfter(places, anchor ?? { x: 0, y: 0 })
  }
  return places
}

/** Whether no step has a position of its own. */
export const isUnplaced = (graph: Graph): boolean => Object.keys(ownPlaces(graph)).length === 0

/** Changes when a step, a connection or a position changes, but not when a text does. */
export const structureOf = ({ nodes, edges }: Graph): string =>
  JSON.stringify([
    nodes.map((node) => [node.id, positionOf(node)]),
    edges.map(({ source, target }) => [source, target]),
  ])
