/** Creates and replaces a messaging agent and a message flow (interface 7). Nothing can delete them, so only with `--permanent`. */
import { judgeSuccess, unchecked } from '../judge/outcome.ts'
import { type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf, sendAndJudge } from './check.ts'
import { createCheck, expectFields, expectSentFields, idOf, pathOf, type RunRecords } from './run-records.ts'

const kinds = [
  {
    create: 'messagingAgentCreate',
    replace: 'messagingAgentReplace',
    list: 'messagingAgentList',
    show: 'messagingAgentShow',
    parameter: 'messagingAgentId',
    words: 'messaging agent',
    /** Fields that a deployment decides, taken from an existing record. */
    copied: ['model', 'messageChannel'],
    own: { settings: {} },
  },
  {
    create: 'messageFlowCreate',
    replace: 'messageFlowReplace',
    list: 'messageFlowList',
    show: 'messageFlowShow',
    parameter: 'messageFlowId',
    words: 'message flow',
    copied: ['direction', 'agent', 'messageChannel'],
    own: {
      prompt: 'A conformance check.',
      initiationMessage: 'Hello.',
      isActive: false,
      autopilot: false,
      settings: {},
    },
  },
] as const

async function readFirst(run: Run, list: (typeof kinds)[number]['list']): Promise<Record<string, unknown>> {
  const exchange = await run.client.send({ method: 'GET', path: `${pathOf(list)}?limit=1` })
  return recordsOf(readAnswer(endpointOf(list), exchange))[0] ?? {}
}

/** @param isAllowed whether the person accepted that the records remain */
export const permanentRecordChecks = ({ label, permanent }: RunRecords, isAllowed: boolean): Check[] =>
  kinds.flatMap(({ create, replace, list, show, parameter, words, copied, own }) => {
    if (!isAllowed)
      return [create, replace].map((name) =>
        createCheck(name, 'answers as documented', 0, () =>
          Promise.resolve(unchecked('needs --permanent, because nothing can delete what it creates')),
        ),
      )
    let id: string | undefined
    const createBody = async (run: Run) => {
      const first = await readFirst(run, list)
      const copies = copied.filter((field) => typeof first[field] === 'string').map((field) => [field, first[field]])
      return { ...Object.fromEntries(copies), ...own, name: label }
    }
    return [
      createCheck(create, `creates a ${words} with the fields that were sent`, 2, async (run) => {
        const body = await createBody(run)
        const sending = { method: 'POST', path: pathOf(create), body }
        const outcome = await sendAndJudge(run, sending, judgeSuccess(endpointOf(create), expectSentFields(body)))
        const answeredId = idOf(fieldsOf(readAnswer(endpointOf(create), outcome.exchange))._id)
        // Only what this run created may be replaced, whatever ID the service answers.
        id = answeredId !== undefined && permanent.has(answeredId) ? answeredId : undefined
        return outcome
      }),
      createCheck(replace, `replaces the ${words}`, 2, async (run) => {
        if (id === undefined) return unchecked(`needs a ${words} that this run created`)
        const body = { ...(await createBody(run)), name: `${label}, replaced` }
        const path = pathOf(replace, { [parameter]: id })
        const judge = judgeSuccess(endpointOf(replace), expectSentFields({ ...body, _id: id }))
        return sendAndJudge(run, { method: 'PUT', path, body }, judge)
      }),
      createCheck(show, `returns the replaced ${words}`, 1, (run) => {
        if (id === undefined) return Promise.resolve(unchecked(`needs a ${words} that this run created`))
        const judge = judgeSuccess(endpointOf(show), expectFields({ name: `${label}, replaced` }))
        return sendAndJudge(run, { method: 'GET', path: pathOf(show, { [parameter]: id }) }, judge)
      }),
    ]
  })
