/** Creates, changes and deletes an agent and a flow (specification 4.1 and 4.2, interface 1 and 2). */
import { combineOutcomes, judgeRefusal, judgeSuccess, unchecked } from '../judge/outcome.ts'
import { type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf, sendAndJudge } from './check.ts'
import {
  createCheck,
  expectFields,
  expectSentFields,
  firstOf,
  idOf,
  missingReasons,
  pathOf,
  type RunRecords,
} from './run-records.ts'

const flowData = {
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Start' } },
    { id: 'end', type: 'end', position: { x: 0, y: 120 }, data: { label: 'End' } },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'end', data: {} }],
}
const rules = [{ id: 'r1', when: 'caller_asks_for_human', then: 'end', value: '' }]
const otherRules = [{ id: 'r2', when: 'silence', then: 'end', value: '' }]

const readAgent = async (run: Run, agentId: string) =>
  fieldsOf(
    readAnswer(
      endpointOf('agentShow'),
      await run.client.send({ method: 'GET', path: pathOf('agentShow', { agentId }) }),
    ),
  )

export function recordChecks(records: RunRecords): Check[] {
  const { label, agents, flows } = records
  return [
    createCheck('agentCreate', 'creates an agent with the fields that were sent', 2, async (run) => {
      // Use the model and voice of an existing agent, because the deployment supports these.
      const knownAgentId = run.knownIds.get('agentId')
      const { model, voice } = knownAgentId === undefined ? {} : await readAgent(run, knownAgentId)
      const { provider, voiceId } = fieldsOf(voice)
      const body = {
        name: label,
        model: idOf(model) ?? 'gpt-4o-mini',
        voice: { provider: idOf(provider) ?? 'openai', voiceId: idOf(voiceId) ?? 'alloy' },
        personality: 'Created by a conformance check.',
      }
      const sending = { method: 'POST', path: pathOf('agentCreate'), body }
      return sendAndJudge(run, sending, judgeSuccess(endpointOf('agentCreate'), expectSentFields(body)))
    }),
    createCheck('agentUpdate', 'changes only the fields that were sent', 2, async (run) => {
      const agentId = firstOf(agents)
      if (agentId === undefined) return unchecked(missingReasons.ownAgent)
      const { model, voice } = await readAgent(run, agentId)
      const body = { personality: 'Changed by a conformance check.' }
      const judge = judgeSuccess(
        endpointOf('agentUpdate'),
        expectSentFields({ ...body, name: label, model, voice: voice ?? {} }),
      )
      return sendAndJudge(run, { method: 'PATCH', path: pathOf('agentUpdate', { agentId }), body }, judge)
    }),
    createCheck(
      'agentList',
      'finds an agent by part of its name',
      1,
      (run) => {
        if (agents.size === 0) return Promise.resolve(unchecked(missingReasons.ownAgent))
        const namePart = label.slice(0, 24)
        const judge = judgeSuccess(endpointOf('agentList'), (answer) => {
          const names = recordsOf(answer).map(({ name }) => String(name))
          const isCorrect = names.includes(label) && names.every((name) => name.includes(namePart))
          return isCorrect
            ? []
            : [{ kind: 'wrong', field: 'agents', says: 'expected only agents whose name contains the search text' }]
        })
        const search = new URLSearchParams({ search: namePart }).toString()
        return sendAndJudge(run, { method: 'GET', path: `${pathOf('agentList')}?${search}` }, judge)
      },
      'interface 3',
    ),
    createCheck('flowCreate', 'creates a flow with the fields that were sent', 1, (run) => {
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
      return sendAndJudge(run, sending, judgeSuccess(endpointOf('flowCreate'), expectSentFields(body)))
    }),
    createCheck(
      'flowUpdate',
      'replaces all rules and keeps the other fields',
      1,
      (run) => {
        const flowId = firstOf(flows)
        if (flowId === undefined) return Promise.resolve(unchecked(missingReasons.ownFlow))
        const body = { rules: otherRules }
        const judge = judgeSuccess(endpointOf('flowUpdate'), expectSentFields({ ...body, name: label, flowData }))
        return sendAndJudge(run, { method: 'PATCH', path: pathOf('flowUpdate', { flowId }), body }, judge)
      },
      'interface 2',
    ),
  ]
}

export function recordDeletionChecks({ agents, flows }: RunRecords): Check[] {
  const createDeletionCheck = (
    name: 'flowDelete' | 'agentDelete',
    show: 'flowShow' | 'agentShow',
    parameter: string,
    ids: Set<string>,
  ): Check =>
    createCheck(name, 'deletes the record, whose ID is then unknown', 2, async (run) => {
      const id = firstOf(ids)
      if (id === undefined) return unchecked(name === 'flowDelete' ? missingReasons.ownFlow : missingReasons.ownAgent)
      const sending = { method: 'DELETE', path: pathOf(name, { [parameter]: id }) }
      const deleted = await sendAndJudge(
        run,
        sending,
        judgeSuccess(endpointOf(name), expectFields({ status: 'success' })),
      )
      const judgeNotFound = judgeRefusal({ status: 404, form: 'general', code: 'not_found' })
      const outcomeAfter = await sendAndJudge(
        run,
        { method: 'GET', path: pathOf(show, { [parameter]: id }) },
        judgeNotFound,
      )
      if (outcomeAfter.exchange.status === 404) ids.delete(id)
      return combineOutcomes([deleted, outcomeAfter])
    })
  return [
    createDeletionCheck('flowDelete', 'flowShow', 'flowId', flows),
    createDeletionCheck('agentDelete', 'agentShow', 'agentId', agents),
  ]
}
