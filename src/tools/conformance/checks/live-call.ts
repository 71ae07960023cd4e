/** Reads a call in progress: one that this run placed, or one that it waits for (specification 4.7). */
import { fillPath, idPattern } from '#contract/index.ts'
import { combineOutcomes, judgeSuccess, type Outcome, unchecked } from '../judge/outcome.ts'
import { type Check, endpointOf, fieldsOf, idSources, type Run, readAnswer, recordsOf, sendAndJudge } from './check.ts'

/** How often the list of calls is read while waiting for one. */
const callPollMs = 5_000
/** A call that has just begun has no participants and no transcript yet. */
const speakingWait = { attempts: 20, pauseMs: 1_000 }

/** The first call in progress; prefers one that has been talking for a while. */
async function readFirstRoom(run: Run): Promise<string | undefined> {
  const list = endpointOf('activeCallList')
  const listed = await run.client.send({ method: 'GET', path: list.path })
  const calls = recordsOf(readAnswer(list, listed))
  const talking = calls.find(({ lastMessage }) => typeof lastMessage === 'string' && lastMessage !== '')
  const roomName = (talking ?? calls[0])?.roomName
  return typeof roomName === 'string' && idPattern.test(roomName) ? roomName : undefined
}

/** Finds the room given with --room, otherwise waits for an active call. Lists the calls just before use, because calls end. */
async function findLiveRoom(run: Run): Promise<string | undefined> {
  if (run.options.ids.has('roomName') || run.absentCapabilities.has('active-calls'))
    return run.options.ids.get('roomName')
  const seconds = run.options.callWaitSeconds
  for (let waitedMs = 0; ; waitedMs += callPollMs) {
    const roomName = await readFirstRoom(run)
    if (roomName !== undefined || waitedMs >= seconds * 1_000) return roomName
    if (waitedMs === 0) run.notice(`No call is in progress. Waiting up to ${seconds} s for one (--wait-for-call).`)
    await run.client.sleep(Math.min(callPollMs, seconds * 1_000 - waitedMs))
  }
}

/**
 * Reads a call in progress.
 *
 * @param ownRooms the rooms of calls that this run placed. If there are none, an active call is looked up. One whose call has ended is removed
 */
export const createLiveCallCheck = (ownRooms = new Set<string>()): Check => {
  const endpoint = endpointOf('activeCallShow')
  return {
    endpoint: 'activeCallShow',
    name: 'answers as documented',
    section: endpoint.section,
    requests: 3 + speakingWait.attempts,
    run: async (run) => {
      const roomName = [...ownRooms][0] ?? (await findLiveRoom(run))
      if (roomName === undefined) return unchecked(`needs ${idSources.roomName}`)
      const path = fillPath(endpoint.path, { roomName })
      const judge = judgeSuccess(endpoint)
      let earlier: Outcome | undefined
      for (let attempt = 1; ; attempt++) {
        const outcome = await sendAndJudge(run, { method: 'GET', path }, judge)
        const { status } = outcome.exchange
        // A call ends by itself too, at once if the line is busy, and its room is then unknown (interface 6).
        if (status === 404) {
          ownRooms.delete(roomName)
          return earlier === undefined ? unchecked('the call ended before it was read') : withList(run, earlier)
        }
        earlier = outcome
        // Nobody speaks before the call is answered, and then there is no transcript whose fields could be checked.
        const isComplete = status !== 200 || hasPeopleTalking(readAnswer(endpoint, outcome.exchange))
        if (isComplete || attempt === speakingWait.attempts) return withList(run, outcome)
        await run.client.sleep(speakingWait.pauseMs)
      }
    },
  }
}
/** Reads the list too, whose record of the call has to be the same. */
async function withList(run: Run, outcome: Outcome): Promise<Outcome> {
  if (run.absentCapabilities.has('active-calls')) return outcome
  const list = endpointOf('activeCallList')
  return combineOutcomes([outcome, await sendAndJudge(run, { method: 'GET', path: list.path }, judgeSuccess(list))])
}
const hasPeopleTalking = (call: unknown) => {
  const { participants, transcript } = fieldsOf(call)
  return [participants, transcript].every((list) => !Array.isArray(list) || list.length > 0)
}
