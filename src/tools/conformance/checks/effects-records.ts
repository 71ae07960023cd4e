/** Creates, changes and deletes an agent and a flow (specification 4.1 and 4.2, interface 1 and 2). */
import { combineOutcomes, type Judge, judgeRefusal, judgeSuccess, type Outcome, unchecked } from '../judge/outcome.ts'
import type { RequestOptions } from '../run/client.ts'
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

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** Creates a record and reads it, because an answer may say what the service did not keep. */
async function sendAndReadBack(
  run: Run,
  sending: RequestOptions,
  judge: Judge,
  show: 'agentShow' | 'flowShow',
  parameter: string,
): Promise<Outcome> {
  const created = await sendAndJudge(run, sending, judge)
  const endpoint = endpointOf(show)
  const id = created.exchange.status === 200 ? idOf(fieldsOf(readAnswer(endpoint, created.exchange)).id) : undefined
  if (id === undefined) return created
  const reading = { method: 'GET', path: pathOf(show, { [parameter]: id }) }
  return combineOutcomes([created, await sendAndJudge(run, reading, judgeSuccess(endpoint))])
}

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
    createCheck('agentCreate', 'creates an agent with the fields that were sent', 3, async (run) => {
      // Use the model and voice of an existing agent, because the deployment supports these.
      const knownAgentId = run.knownIds.get('agentId')
      const { model, voice } = knownAgentId === undefined ? {} : await readAgent(run, knownAgentId)
      const { provider, voiceId } = fieldsOf(voice)
      const body = {
        name: label,
        model: textOf(model) ?? 'gpt-4o-mini',
        voice: { provider: textOf(provider) ?? 'openai', voiceId: textOf(voiceId) ?? 'alloy' },
        personality: 'Created by a conformance check.',
      }
      const sending = { method: 'POST', path: pathOf('agentCreate'), body }
      const judge = judgeSuccess(endpointOf('agentCreate'), expectSentFields(body))
      return sendAndReadBack(run, sending, judge, 'agentShow', 'agentId')
    }),
    createCheck('agentUpdate', 'changes only the fields that were sent', 3, async (run) => {
      const agentId = firstOf(agents)
      if (agentId === undefined) return unchecked(missingReasons.ownAgent)
      const { model, voice } = await readAgent(run, agentId)
      const body = { personality: 'Changed by a conformance check.' }
      const judge = judgeSuccess(
        endpointOf('agentUpdate'),
        expectSentFields({ ...body, id: agentId, name: label, model, voice: voice ?? {} }),
      )
      const changed = await sendAndJudge(
        run,
        { method: 'PATCH', path: pathOf('agentUpdate', { agentId }), body },
        judge,
      )
      const judgeShown = judgeSuccess(endpointOf('agentShow'), expectSentFields({ ...body, name: label }))
      const sending = { method: 'GET', path: pathOf('agentShow', { agentId }) }
      return combineOutcomes([changed, await sendAndJudge(run, sending, judgeShown)])
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
    createCheck('flowCreate', 'creates a flow with the fields that were sent', 2, (run) => {
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
      const judge = judgeSuccess(endpointOf('flowCreate'), expectSentFields(body))
      return sendAndReadBack(run, sending, judge, 'flowShow', 'flowId')
    }),
    createCheck(
      'flowUpdate',
      'replaces all rules and keeps the other fields',
      2,
      async (run) => {
        const flowId = firstOf(flows)
        if (flowId === undefined) return unchecked(missingReasons.ownFlow)
        const body = { rules: otherRules }
        const wanted = expectSentFields({ ...body, id: flowId, name: label, flowData })
        const sending = { method: 'PATCH', path: pathOf('flowUpdate', { flowId }), body }
        const changed = await sendAndJudge(run, sending, judgeSuccess(endpointOf('flowUpdate'), wanted))
        const reading = { method: 'GET', path: pathOf('flowShow', { flowId }) }
        return combineOutcomes([
          changed,
          await sendAndJudge(run, reading, judgeSuccess(endpointOf('flowShow'), wanted)),
        ])
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
    createCheck(name, 'deletes the record, whose ID is then unknown', 3, async (run) => {
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
      return combineOutcomes([deleted, outcomeAfter, await sendAndJudge(run, sending, judgeNotFound)])
    })
  return [
    createDeletionCheck('flowDelete', 'flowShow', 'flowId', flows),
    createDeletionCheck('agentDelete', 'agentShow', 'agentId', agents),
  ]
}
