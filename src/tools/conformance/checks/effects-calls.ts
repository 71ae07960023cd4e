/** Places, reads and ends one call to a number given with `--number` (specification 4.3 and 4.7, interface 7). */
import {
  combineOutcomes,
  type ExpectedRefusal,
  judgeRefusal,
  judgeSuccess,
  type Outcome,
  unchecked,
} from '../judge/outcome.ts'
import { type Check, endpointOf, fieldsOf, type Run, readAnswer, sendAndJudge, unknownId } from './check.ts'
import { createLiveCallCheck } from './live-call.ts'
import { createCheck, expectFields, firstOf, missingReasons, pathOf, type RunRecords } from './run-records.ts'

/** How often a call is tried again while other calls use up the concurrency limit. */
const busyRetries = { attempts: 20, pauseMs: 3_000 }

const sendCallRequest = (agentId: string, toNumber: string) => ({
  method: 'POST',
  path: pathOf('callSend'),
  body: { agentId, toNumber },
})
const sendCallRefusal = (status: number, code: string): ExpectedRefusal => ({ status, form: 'sendCall', code })
const malformedNumber: ExpectedRefusal = { status: 400, form: 'general', code: 'invalid_number' }

export function callChecks(records: RunRecords): Check[] {
  const { number, agents, rooms } = records

  const sendCall = (run: Run, agentId: string, toNumber: string, judge: Parameters<typeof sendAndJudge>[2]) =>
    sendAndJudge(run, sendCallRequest(agentId, toNumber), judge)

  async function placeCall(run: Run): Promise<Outcome> {
    if (number === undefined) return unchecked(missingReasons.number)
    const agentId = await records.findCallingAgent(run)
    if (agentId === undefined) return unchecked(missingReasons.agent)
    const judge = judgeSuccess(endpointOf('callSend'), expectFields({ status: 'success', toNumber: number }))
    for (let attempt = 1; ; attempt++) {
      const outcome = await sendCall(run, agentId, number, judge)
      if (fieldsOf(outcome.exchange.json).code !== 'concurrency_limit') return outcome
      if (attempt === busyRetries.attempts)
        return unchecked('the concurrency limit was used up for a minute (400 concurrency_limit)')
      await run.client.sleep(busyRetries.pauseMs)
    }
  }

  return [
    createCheck(
      'callSend',
      'refuses an unknown agent',
      1,
      (run) =>
        sendCall(run, unknownId('agentId'), number ?? 'no-number', (exchange) => {
          // Without a number to give, a service may also refuse the number first.
          const isNumberRefused = number === undefined && exchange.status === 400
          return judgeRefusal(isNumberRefused ? malformedNumber : sendCallRefusal(404, 'Agent not found'))(exchange)
        }),
      'specification 4.3 rule 1',
    ),
    createCheck(
      'callSend',
      'refuses an agent without a number',
      1,
      async (run) => {
        const agentId = firstOf(agents)
        if (agentId === undefined || number === undefined)
          return unchecked(agentId === undefined ? missingReasons.ownAgent : missingReasons.number)
        return sendCall(run, agentId, number, judgeRefusal(sendCallRefusal(400, 'Invalid configuration')))
      },
      'specification 4.3 rule 2',
    ),
    createCheck(
      'callSend',
      'refuses a malformed number',
      3,
      async (run) => {
        const agentId = await records.findCallingAgent(run)
        if (agentId === undefined) return unchecked(missingReasons.agent)
        return sendCall(run, agentId, 'no-number', judgeRefusal(malformedNumber))
      },
      'specification 4.3 rule 4',
    ),
    createCheck('callSend', 'starts a call', busyRetries.attempts, placeCall),
    // Replaces the check of the same name that reads the room given with --room.
    createLiveCallCheck(rooms),
    createCheck('activeCallTakeOver', 'mutes the agent of the call that was started', 3, async (run) => {
      const roomName = firstOf(rooms)
      if (roomName === undefined) return unchecked(missingReasons.call)
      const reading = { method: 'GET', path: pathOf('activeCallShow', { roomName }) }
      const exchange = await run.client.send(reading)
      const endedBefore = () => {
        rooms.delete(roomName)
        return unchecked('the call ended before its agent was muted')
      }
      if (exchange.status === 404) return endedBefore()
      const { participants } = fieldsOf(readAnswer(endpointOf('activeCallShow'), exchange))
      const people = (Array.isArray(participants) ? participants : []).map(fieldsOf)
      const agent = people.find(({ isAgent }) => isAgent === true)
      if (agent === undefined) return unchecked('the call has no agent to mute')
      const body = { participantIdentity: agent.identity }
      const sending = { method: 'POST', path: pathOf('activeCallTakeOver', { roomName }), body }
      const judge = judgeSuccess(endpointOf('activeCallTakeOver'), expectFields({ success: true }))
      const muted = await sendAndJudge(run, sending, judge)
      const hasEnded = muted.exchange.status === 404 && (await run.client.send(reading)).status === 404
      return hasEnded ? endedBefore() : muted
    }),
    createCheck('activeCallEnd', 'ends the call that was started, whose room is then unknown', 2, async (run) => {
      const roomName = firstOf(rooms)
      if (roomName === undefined) return unchecked(missingReasons.call)
      const sending = { method: 'POST', path: pathOf('activeCallEnd', { roomName }) }
      const ended = await sendAndJudge(
        run,
        sending,
        judgeSuccess(endpointOf('activeCallEnd'), expectFields({ success: true, roomName })),
      )
      const judgeNotFound = judgeRefusal({ status: 404, form: 'general', code: 'not_found' })
      const reading = { method: 'GET', path: pathOf('activeCallShow', { roomName }) }
      const outcomeAfter = await sendAndJudge(run, reading, judgeNotFound)
      if (outcomeAfter.exchange.status === 404) rooms.delete(roomName)
      // A call also ends by itself, and its room is then unknown (interface 6).
      const isEndedBefore = ended.exchange.status === 404 && outcomeAfter.exchange.status === 404
      return isEndedBefore
        ? unchecked('the call ended before this run ended it')
        : combineOutcomes([ended, outcomeAfter])
    }),
  ]
}
