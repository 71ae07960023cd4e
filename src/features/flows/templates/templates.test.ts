import { describe, expect, it } from 'vitest'
import { FlowCreate } from '#contract/index.ts'
import { edgesFrom } from '#flow-engine/graph.ts'
import { startWalk, type Walk, walkAlong } from '#flow-engine/walk.ts'
import { creationOf, problemsOf } from '../draft.ts'
import { outlineOf } from '../steps/graph.ts'
import { problemsIn, ruleTargets } from '../steps/problems.ts'
import { draftFrom, type Template, templateIds, templateOf } from './templates.ts'

const draftOfTemplate = (id: string) => draftFrom(templateOf(id) as Template, 'Europe/London')

/** Every way through a flow: the types of the last steps. */
function endingsOf(walk: Walk): string[] {
  if (!walk.step) return [walk.stop?.kind ?? '']
  const edges = edgesFrom(walk.graph, walk.step.id)
  if (edges.length === 0) return [walk.step.type]
  return edges.flatMap((edge) => endingsOf(walkAlong(walk, edge)))
}

describe('the templates', () => {
  it('are the six commonest flows, each with a name and a description of its own', () => {
    expect(templateIds).toHaveLength(6)
    const drafts = templateIds.map(draftOfTemplate)
    expect(new Set(drafts.map(({ name }) => name)).size).toBe(6)
    expect(new Set(drafts.map(({ description }) => description)).size).toBe(6)
    expect(templateOf('constructor')).toBeNull()
  })

  it.each(templateIds)('can be saved as they are, and leave nothing to check: %s', (id) => {
    const draft = draftOfTemplate(id)
    expect(problemsOf(draft, null)).toEqual({})
    expect(FlowCreate.safeParse(creationOf(draft)).success).toBe(true)
    expect(problemsIn(draft.flowData, outlineOf(draft.flowData, ruleTargets(draft.rules)))).toEqual([])
  })

  it.each(templateIds)('end every way through the call with a goodbye or a colleague: %s', (id) => {
    const draft = draftOfTemplate(id)
    const endings = endingsOf(startWalk(draft))
    expect(endings.length).toBeGreaterThan(2)
    // Only the reception asks again what the caller needs, and a walk stops where it goes round.
    const allowed = id === 'inbound-reception' ? ['end', 'transfer', 'loop'] : ['end', 'transfer']
    expect(endings.filter((ending) => !allowed.includes(ending))).toEqual([])
  })

  it.each(templateIds)('connect whoever asks for a person: %s', (id) => {
    const { rules, direction } = draftOfTemplate(id)
    expect(rules).toContainEqual(expect.objectContaining({ when: 'caller_asks_for_human', then: 'transfer' }))
    expect(direction).toBe(id === 'inbound-reception' ? 'inbound' : 'outbound')
  })
})
