/** Active calls: a call while it goes on (specification 4.7, interface 6 and 7). */
import type { ActiveCall, ActiveCallSummary } from '#contract/index.ts'
import { secondsInto, toldOf } from '../calling/call-script.ts'
import { endCall } from '../calling/end-call.ts'
import { type CallState, callAt } from '../carrier/story.ts'
import { iso } from '../shared/clock.ts'
import type { House } from '../shared/context.ts'
import { general, invalid } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import type { CallRow } from '../store/database.ts'

type ActiveCallEndpoints = 'activeCallShow' | 'activeCallList' | 'activeCallEnd' | 'activeCallTakeOver'

interface Seen {
  call: CallRow
  agentName: string
  state: CallState
}

const over = () => general(404, 'not_found', 'No active call with this room. It may have ended.')

const peopleOf = ({ call, state }: Seen): ActiveCall['participants'] =>
  state.people.map(({ identity, isAgent, metadata, from }) => ({
    identity,
    isAgent,
    metadata,
    joinedAt: iso(Math.round(call.started_at + (from * 1000) / call.speed)),
  }))

const commonOf = (seen: Seen) => ({
  id: seen.call.call_id,
  roomName: seen.call.room_name,
  customerPhone: seen.call.to_number,
  customerName: seen.call.customer_name,
  aiAgentName: seen.agentName,
  duration: seen.state.duration,
  sentiment: seen.state.sentiment,
  participants: peopleOf(seen),
})

const summaryOf = (seen: Seen): ActiveCallSummary => ({
  ...commonOf(seen),
  status: seen.state.phase === 'ringing' ? 'ringing' : 'active',
  lastMessage: seen.state.transcript.at(-1)?.content ?? null,
})

export function activeCallHandlers(house: House): Handlers<ActiveCallEndpoints> {
  const { database, clock } = house

  /** Calls of the workspace that go on now; one whose time is over has ended, even if nobody has noted it yet. */
  const goingOn = (workspace: string) =>
    database
      .selectFrom('call')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('status', '=', 'active')
      .where('due_at', '>', clock.now())

  const find = async (workspace: string, roomName: string): Promise<CallRow> => {
    const call = await goingOn(workspace).where('room_name', '=', roomName).executeTakeFirst()
    if (call === undefined) throw over()
    return call
  }
  const look = async (call: CallRow): Promise<Seen> => {
    const { briefing, script } = await toldOf(database, call)
    const mutedAt = call.muted_at === null ? null : secondsInto(call, call.muted_at)
    return { call, agentName: briefing.agent.name, state: callAt(script, secondsInto(call, clock.now()), mutedAt) }
  }

  return {
    activeCallShow: async ({ params, caller }) => {
      const seen = await look(await find(caller.workspace, params.roomName))
      return { ...commonOf(seen), transcript: seen.state.transcript }
    },

    activeCallList: async ({ caller }) => {
      const calls = await goingOn(caller.workspace).orderBy('started_at').orderBy('call_id').execute()
      const data = (await Promise.all(calls.map(look))).map(summaryOf)
      return { data, count: data.length, timestamp: iso(clock.now()) }
    },

    activeCallEnd: async ({ params, caller }) => {
      const { call_id, room_name } = await find(caller.workspace, params.roomName)
      const now = clock.now()
      const ended = await database.transaction().execute((database) => endCall(house, database, call_id, now))
      if (!ended) throw over()
      house.wake()
      return { success: true, message: 'The call was ended.', roomName: room_name, endTime: iso(now) }
    },

    activeCallTakeOver: async ({ params, body, caller }) => {
      const call = await find(caller.workspace, params.roomName)
      const { state } = await look(call)
      const agent = state.people.find(({ identity }) => identity === body.participantIdentity)
      if (agent === undefined || !agent.isAgent) {
        throw invalid('participantIdentity names no agent in this call.')
      }
      const already = call.muted_at !== null
      if (!already) {
        await database.updateTable('call').set({ muted_at: clock.now() }).where('call_id', '=', call.call_id).execute()
      }
      return {
        success: true,
        message: already ? 'The agent was muted before.' : 'The agent is muted. You can speak now.',
        roomName: call.room_name,
        mutedTracks: already ? 0 : 1,
      }
    },
  }
}
