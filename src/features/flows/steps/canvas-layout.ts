/** Lays out a graph from left to right. Only the canvas imports it, because the layout library is large. */
import { Graph as DagreGraph, layout } from '@dagrejs/dagre'
import { type Graph, type Point, stepSize } from './graph.ts'

/** @returns the upper left corner of each step, by its id */
export function layOut({ nodes, edges }: Graph): Record<string, Point> {
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
