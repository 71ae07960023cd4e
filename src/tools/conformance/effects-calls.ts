/** Places, reads and ends one call to a number given with `--number` (specification 4.3 and 4.7, interface 7). */
import { setTimeout as wait } from 'node:timers/promises'
import { type Outcome, type Refused, refusal, success, together, unchecked } from './outcome.ts'
import { readsLiveCall } from './reads.ts'
import { ask, type Check, endpointOf, fieldsOf, type Run, readAnswer, unknownId } from './run.ts'
import { are, check, firstOf, needs, note, pathOf, type RunRecords } from './run-records.ts'

/** Retries while the concurrency limit is used up by other calls. */
const busy = { attempts: 20, pauseMs: 3_000 }

const sendCall = (agentId: string, toNumber: string) => ({
  method: 'POST',
  path: pathOf('callSend'),
  body: { agentId, toNumber },
})
const inForm = (status: number, code: string): Refused => ({ status, form: 'sendCall', code })

export function callChecks(records: RunRecords): Check[] {
  const { number, agents, rooms } = records

  /** Records the call for clean-up even if it should have been refused. */
  async function send(run: Run, agentId: string, toNumber: string, judge: Parameters<typeof ask>[2]) {
    const outcome = await ask(run, sendCall(agentId, toNumber), judge)
    note(records, 'callSend', 'rooms', outcome.exchange, 'roomName')
    return outcome
  }

  async function placed(run: Run): Promise<Outcome> {
    if (number === undefined) return unchecked(needs.number)
    const agentId = await records.caller(run)
    if (agentId === undefined) return unchecked(needs.agent)
    const judge = success(endpointOf('callSend'), are({ status: 'success', toNumber: number }))
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(run, agentId, number, judge)
      if (fieldsOf(outcome.exchange.json).code !== 'concurrency_limit') return outcome
      if (attempt === busy.attempts)
        return unchecked('the concurrency limit was used up for a minute (400 concurrency_limit)')
      await wait(busy.pauseMs)
    }
  }

  return [
    check(
      'callSend',
      'refuses an unknown agent',
      1,
      (run) => send(run, unknownId('agentId'), 'no-number', refusal(inForm(404, 'Agent not found'))),
      'specification 4.3 rule 1',
    ),
    check(
      'callSend',
      'refuses an agent without a number',
      1,
      async (run) => {
        const agentId = firstOf(agents)
        if (agentId === undefined || number === undefined)
          return unchecked(agentId === undefined ? needs.ownAgent : needs.number)
        return send(run, agentId, number, refusal(inForm(400, 'Invalid configuration')))
      },
      'specification 4.3 rule 2',
    ),
    check(
      'callSend',
      'refuses a malformed number',
      3,
      async (run) => {
        const agentId = await records.caller(run)
        if (agentId === undefined) return unchecked(needs.agent)
        return send(run, agentId, 'no-number', refusal({ status: 400, form: 'general', code: 'invalid_number' }))
      },
      'specification 4.3 rule 4',
    ),
    check('callSend', 'starts a call', busy.attempts, placed),
    // Replaces the check of the same name that reads a given room.
    readsLiveCall(() => firstOf(rooms)),
    check('activeCallTakeOver', 'mutes the agent of the call that was started', 2, async (run) => {
      const roomName = firstOf(rooms)
      if (roomName === undefined) return unchecked(needs.call)
      const shown = await run.client.send({ method: 'GET', path: pathOf('activeCallShow', { roomName }) })
      const { participants } = fieldsOf(readAnswer(endpointOf('activeCallShow'), shown))
      const people = (Array.isArray(participants) ? participants : []).map(fieldsOf)
      const agent = people.find(({ isAgent }) => isAgent === true)
      if (agent === undefined) return unchecked('the call has no agent to mute')
      const body = { participantIdentity: agent.identity }
      const sending = { method: 'POST', path: pathOf('activeCallTakeOver', { roomName }), body }
      return ask(run, sending, success(endpointOf('activeCallTakeOver'), are({ success: true })))
    }),
    check('activeCallEnd', 'ends the call that was started, whose room is then unknown', 2, async (run) => {
      const roomName = firstOf(rooms)
      if (roomName === undefined) return unchecked(needs.call)
      const sending = { method: 'POST', path: pathOf('activeCallEnd', { roomName }) }
      const ended = await ask(run, sending, success(endpointOf('activeCallEnd'), are({ success: true, roomName })))
      if (ended.exchange.status === 200) rooms.delete(roomName)
      const unknown = refusal({ status: 404, form: 'general', code: 'not_found' })
      return together([ended, await ask(run, { method: 'GET', path: pathOf('activeCallShow', { roomName }) }, unknown)])
    }),
  ]
}
