/** Endpoints of active calls (specification 4.7, interface sections 6 and 7). */
import type { ActiveCall, ActiveCallSummary } from '#contract/index.ts'
import { loadCall, secondsSinceDialled } from '../calling/call-snapshot.ts'
import { endCall } from '../calling/end-call.ts'
import { type CallState, callStateAt } from '../carrier/simulate-call.ts'
import { toIsoTime } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import { apiError, invalidRequest } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import type { CallRow } from '../store/database.ts'

type ActiveCallEndpoints = 'activeCallShow' | 'activeCallList' | 'activeCallEnd' | 'activeCallTakeOver'

interface LiveCall {
  call: CallRow
  agentName: string
  state: CallState
}

const callNotActive = () => apiError(404, 'not_found', 'No active call with this room. It may have ended.')

const participantsOf = ({ call, state }: LiveCall): ActiveCall['participants'] =>
  state.participants.map(({ identity, isAgent, metadata, joinedAt }) => ({
    identity,
    isAgent,
    metadata,
    joinedAt: toIsoTime(Math.round(call.started_at + (joinedAt * 1000) / call.speed)),
  }))

const commonFieldsOf = (liveCall: LiveCall) => ({
  id: liveCall.call.call_id,
  roomName: liveCall.call.room_name,
  customerPhone: liveCall.call.to_number,
  customerName: liveCall.call.customer_name,
  aiAgentName: liveCall.agentName,
  duration: liveCall.state.duration,
  sentiment: liveCall.state.sentiment,
  participants: participantsOf(liveCall),
})

const summaryOf = (liveCall: LiveCall): ActiveCallSummary => ({
  ...commonFieldsOf(liveCall),
  status: liveCall.state.phase === 'ringing' ? 'ringing' : 'active',
  lastMessage: liveCall.state.transcript.at(-1)?.content ?? null,
})

export function activeCallHandlers(context: ServiceContext): Handlers<ActiveCallEndpoints> {
  const { database, clock } = context

  /** The workspace's calls in progress. A call past its due time has ended, even if the runner has not recorded it yet. */
  const activeCallsOf = (workspace: string) =>
    database
      .selectFrom('call')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('status', '=', 'active')
      .where('due_at', '>', clock.now())

  const findActive = async (workspace: string, roomName: string): Promise<CallRow> => {
    const call = await activeCallsOf(workspace).where('room_name', '=', roomName).executeTakeFirst()
    if (call === undefined) throw callNotActive()
    return call
  }
  const loadState = async (call: CallRow): Promise<LiveCall> => {
    const { snapshot, script } = await loadCall(database, call)
    const mutedAt = call.muted_at === null ? null : secondsSinceDialled(call, call.muted_at)
    return {
      call,
      agentName: snapshot.agent.name,
      state: callStateAt(script, secondsSinceDialled(call, clock.now()), mutedAt),
    }
  }

  return {
    activeCallShow: async ({ params, caller }) => {
      const liveCall = await loadState(await findActive(caller.workspace, params.roomName))
      return { ...commonFieldsOf(liveCall), transcript: liveCall.state.transcript }
    },

    activeCallList: async ({ caller }) => {
      const calls = await activeCallsOf(caller.workspace).orderBy('started_at').orderBy('call_id').execute()
      const data = (await Promise.all(calls.map(loadState))).map(summaryOf)
      return { data, count: data.length, timestamp: toIsoTime(clock.now()) }
    },

    activeCallEnd: async ({ params, caller }) => {
      const { call_id, room_name } = await findActive(caller.workspace, params.roomName)
      const now = clock.now()
      const wasEnded = await database.transaction().execute((database) => endCall(context, database, call_id, now))
      if (!wasEnded) throw callNotActive()
      context.wakeRunner()
      return { success: true, message: 'The call was ended.', roomName: room_name, endTime: toIsoTime(now) }
    },

    activeCallTakeOver: async ({ params, body, caller }) => {
      const call = await findActive(caller.workspace, params.roomName)
      const { state } = await loadState(call)
      const agent = state.participants.find(({ identity }) => identity === body.participantIdentity)
      if (agent === undefined || !agent.isAgent) {
        throw invalidRequest('participantIdentity does not belong to an agent in this call.')
      }
      const wasMuted = call.muted_at !== null
      if (!wasMuted) {
        await database.updateTable('call').set({ muted_at: clock.now() }).where('call_id', '=', call.call_id).execute()
      }
      return {
        success: true,
        message: wasMuted ? 'The agent was already muted.' : 'The agent is muted. You can speak now.',
        roomName: call.room_name,
        mutedTracks: wasMuted ? 0 : 1,
      }
    },
  }
}
