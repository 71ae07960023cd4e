/** Creates, changes and deletes an agent and a flow (specification 4.1 and 4.2, interface 1 and 2). */
import { refusal, success, together, unchecked } from './outcome.ts'
import { ask, type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf } from './run.ts'
import { are, check, firstOf, idOf, kept, needs, note, pathOf, type RunRecords } from './run-records.ts'

const flowData = {
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Start' } },
    { id: 'end', type: 'end', position: { x: 0, y: 120 }, data: { label: 'End' } },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'end', data: {} }],
}
const rules = [{ id: 'r1', when: 'caller_asks_for_human', then: 'end', value: '' }]
const otherRules = [{ id: 'r2', when: 'silence', then: 'end', value: '' }]

const shown = async (run: Run, agentId: string) =>
  fieldsOf(
    readAnswer(
      endpointOf('agentShow'),
      await run.client.send({ method: 'GET', path: pathOf('agentShow', { agentId }) }),
    ),
  )

export function recordChecks(records: RunRecords): Check[] {
  const { label, agents, flows } = records
  return [
    check('agentCreate', 'creates an agent with the fields that were sent', 2, async (run) => {
      // Uses the model and voice of an existing agent, which this deployment is known to support.
      const known = run.known.get('agentId')
      const { model, voice } = known === undefined ? {} : await shown(run, known)
      const { provider, voiceId } = fieldsOf(voice)
      const body = {
        name: label,
        model: idOf(model) ?? 'gpt-4o-mini',
        voice: { provider: idOf(provider) ?? 'openai', voiceId: idOf(voiceId) ?? 'alloy' },
        personality: 'Created by a conformance check.',
      }
      const sending = { method: 'POST', path: pathOf('agentCreate'), body }
      const outcome = await ask(run, sending, success(endpointOf('agentCreate'), kept(body)))
      note(records, 'agentCreate', 'agents', outcome.exchange, 'id', '_id', 'agentId')
      return outcome
    }),
    check('agentUpdate', 'changes only the fields that were sent', 2, async (run) => {
      const agentId = firstOf(agents)
      if (agentId === undefined) return unchecked(needs.ownAgent)
      const { model, voice } = await shown(run, agentId)
      const body = { personality: 'Changed by a conformance check.' }
      const judge = success(endpointOf('agentUpdate'), kept({ ...body, name: label, model, voice: voice ?? {} }))
      return ask(run, { method: 'PATCH', path: pathOf('agentUpdate', { agentId }), body }, judge)
    }),
    check(
      'agentList',
      'finds an agent by part of its name',
      1,
      (run) => {
        if (agents.size === 0) return Promise.resolve(unchecked(needs.ownAgent))
        const part = label.slice(0, 24)
        const judge = success(endpointOf('agentList'), (answer) => {
          const names = recordsOf(answer).map(({ name }) => String(name))
          const right = names.includes(label) && names.every((name) => name.includes(part))
          return right
            ? []
            : [{ kind: 'wrong', field: 'agents', says: 'expected only agents whose name contains the search text' }]
        })
        const search = new URLSearchParams({ search: part }).toString()
        return ask(run, { method: 'GET', path: `${pathOf('agentList')}?${search}` }, judge)
      },
      'interface 3',
    ),
    check('flowCreate', 'creates a flow with the fields that were sent', 1, async (run) => {
      const agentId = firstOf(agents)
      const settings = { enableRecording: false }
      const body = {
        name: label,
        direction: 'outbound',
        flowData,
        rules,
        settings,
        ...(agentId !== undefined && { agentId }),
      }
      const sending = { method: 'POST', path: pathOf('flowCreate'), body }
      const outcome = await ask(run, sending, success(endpointOf('flowCreate'), kept(body)))
      note(records, 'flowCreate', 'flows', outcome.exchange, 'id', '_id', 'flowId')
      return outcome
    }),
    check(
      'flowUpdate',
      'replaces all rules and keeps the other fields',
      1,
      (run) => {
        const flowId = firstOf(flows)
        if (flowId === undefined) return Promise.resolve(unchecked(needs.ownFlow))
        const body = { rules: otherRules }
        const judge = success(endpointOf('flowUpdate'), kept({ ...body, name: label, flowData }))
        return ask(run, { method: 'PATCH', path: pathOf('flowUpdate', { flowId }), body }, judge)
      },
      'interface 2',
    ),
  ]
}

export function recordEnds({ agents, flows }: RunRecords): Check[] {
  const end = (
    name: 'flowDelete' | 'agentDelete',
    show: 'flowShow' | 'agentShow',
    parameter: string,
    ids: Set<string>,
  ): Check =>
    check(name, 'deletes the record, whose ID is then unknown', 2, async (run) => {
      const id = firstOf(ids)
      if (id === undefined) return unchecked(name === 'flowDelete' ? needs.ownFlow : needs.ownAgent)
      const sending = { method: 'DELETE', path: pathOf(name, { [parameter]: id }) }
      const deleted = await ask(run, sending, success(endpointOf(name), are({ status: 'success' })))
      const unknown = refusal({ status: 404, form: 'general', code: 'not_found' })
      const after = await ask(run, { method: 'GET', path: pathOf(show, { [parameter]: id }) }, unknown)
      if (after.exchange.status === 404) ids.delete(id)
      return together([deleted, after])
    })
  return [end('flowDelete', 'flowShow', 'flowId', flows), end('agentDelete', 'agentShow', 'agentId', agents)]
}
