/** Lays a graph out from left to right. Comes with the canvas: nothing else needs it. */
import { layout, Graph as Sheet } from '@dagrejs/dagre'
import { type Graph, type Place, stepSize } from './graph.ts'

/** @returns where each step stands, by its id: its upper left corner */
export function laidOut({ nodes, edges }: Graph): Record<string, Place> {
  const sheet = new Sheet()
  sheet.setGraph({ rankdir: 'LR', nodesep: 38, ranksep: 64 })
  sheet.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) sheet.setNode(id, { ...stepSize })
  for (const { source, target } of edges) {
    if (sheet.hasNode(source) && sheet.hasNode(target)) sheet.setEdge(source, target)
  }
  layout(sheet)
  return Object.fromEntries(
    nodes.map(({ id }) => {
      const { x, y } = sheet.node(id) as Place
      return [id, { x: x - stepSize.width / 2, y: y - stepSize.height / 2 }]
    }),
  )
}
