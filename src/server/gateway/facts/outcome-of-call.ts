/** The outcome of one call, as far as it is known, and its correction by a person. Sends nothing to the service. */
import type { CallOutcome, Operator, OutcomeOfCall, SeenOutcome } from '#contract/index.ts'
import { guessOutcome } from '../calls/guess-outcome.ts'
import type { KeptCalls } from '../calls/kept/kept-calls.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import { notFound } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { CallFactTable } from '../store/tables/facts.ts'
import { changeCorrection, factsOfRoom, findCorrection, withoutCorrection } from './call-corrections.ts'

interface CallKey {
  workspace: string
  roomName: string
}

const seenIn = (fact: CallFactTable | undefined): SeenOutcome | null =>
  fact && fact.outcome !== 'unknown' ? { outcome: fact.outcome, source: fact.outcome_source } : null

export type OutcomesOfCalls = ReturnType<typeof createOutcomesOfCalls>

export function createOutcomesOfCalls(deps: {
  store: Store
  keptCalls: Pick<KeptCalls, 'show'>
  registry: Pick<Registry, 'findCall'>
  recordAction: RecordAction
  clock: Clock
}) {
  const { store, keptCalls, registry, recordAction, clock } = deps

  const findFact = (store: Store, { workspace, roomName }: CallKey) =>
    factsOfRoom(store, roomName).where('workspace', 'in', ['', workspace]).orderBy('at').limit(1).executeTakeFirst()

  /** Whether all that is stored of a call belongs to other workspaces. The calls of batches belong to none. */
  async function isOfOthers({ workspace, roomName }: CallKey): Promise<boolean> {
    const [facts, kept] = await Promise.all([
      factsOfRoom(store, roomName).execute(),
      store.selectFrom('kept_calls').select('workspace').where('room_name', '=', roomName).execute(),
    ])
    const workspaces = [...facts, ...kept].map((row) => row.workspace)
    return workspaces.length > 0 && !workspaces.includes('') && !workspaces.includes(workspace)
  }

  /** The outcome of a call. Of one in progress, what its transcript says so far. Nothing of a call of another workspace. */
  async function show(call: CallKey): Promise<OutcomeOfCall> {
    const { workspace, roomName } = call
    if (await isOfOthers(call)) return { current: null, seen: null, line: null, reason: '', correction: null }
    const fact = await findFact(store, call)
    const correction = await findCorrection(store, { room_name: roomName, call_id: null })
    const transcript = (await keptCalls.show(workspace, roomName))?.call.transcript ?? []
    const guess = guessOutcome(transcript)
    const seenFact = fact && (await withoutCorrection(store, fact))
    // A stored guess may come from an earlier version, which heard less in the same lines.
    const isStoredGuess = seenFact?.outcome_source === 'transcript' && seenFact.line_count <= transcript.length
    const guessed = guess && { outcome: guess.outcome, source: 'transcript' as const }
    const seen = isStoredGuess && guessed ? guessed : (seenIn(seenFact) ?? guessed)
    // The transcript may not be kept, because nobody watched the call.
    const line = guess?.outcome === seen?.outcome ? guess?.line : seenFact?.outcome_line
    return {
      current: correction ? { outcome: correction.outcome, source: 'person' } : seen,
      seen,
      line:
        seen?.source === 'transcript' && typeof line === 'number'
          ? { index: line, text: transcript[line]?.content ?? '' }
          : null,
      reason: fact?.reason ?? '',
      correction: correction
        ? { operator: correction.operator, operatorId: correction.operator_id, at: correction.at }
        : null,
    }
  }

  /** Whether the team has seen this call in the workspace. */
  const isKnown = async (call: CallKey): Promise<boolean> =>
    (await findFact(store, call)) !== undefined ||
    (await keptCalls.show(call.workspace, call.roomName)) !== null ||
    (!(await isOfOthers(call)) && (await registry.findCall(call.roomName)) !== undefined)

  return {
    show,

    /**
     * Records what a person says came of a call.
     *
     * @param outcome null: takes the correction back
     * @throws Refusal 404 for a call that the team has not seen; 503 `not_recorded`
     */
    async correct(call: CallKey, outcome: CallOutcome | null, operator: Operator): Promise<OutcomeOfCall> {
      const { workspace, roomName } = call
      // guard: known-call-is-corrected
      if (!(await isKnown(call)))
        throw notFound(
          'Your team has not seen this call in this workspace, so its outcome was not changed. Check the workspace, or correct it once the call is in Recent calls.',
        )
      const before = await findCorrection(store, { room_name: roomName, call_id: null })
      if ((before?.outcome ?? null) === outcome) return show(call)
      const ids = { workspaceId: workspace, roomName, outcome: outcome ?? 'none' }
      const correction = outcome && {
        outcome,
        operator_id: operator.id,
        operator: operator.name,
        at: clock.now(),
      }
      await recordAction({ endpoint: 'callOutcomeCorrect', ids, operator }, () =>
        store.transaction().execute((store) => changeCorrection(store, roomName, correction)),
      )
      return show(call)
    },
  }
}
