/** Starts prepared batches, for an operator or for Switchboard itself. */
import type { gatewayEndpoints, ParsedBodyOf } from '#contract/index.ts'
import { nobodyLeft } from '../contacts/refusals.ts'
import { overrulingReason, refusePastStart, startIds } from './launch-checks.ts'
import { type PreparedBatches, partBefore, type StoredFields, startName } from './prepared-batches.ts'
import {
  type CalledPeople,
  excludePlaces,
  numbersOf,
  type StartDeps,
  type Started,
  type StartRequest,
  targetOf,
} from './starts.ts'

/** What is chosen for the start of a prepared batch. */
interface PreparedChoice extends ParsedBodyOf<(typeof gatewayEndpoints)['preparedBatchStart']> {
  /** The gateway starts it: what the operator chose for the launch holds, and people whom a rule finds besides are not called. */
  asLaunched?: boolean
}

export type StartPrepared = ReturnType<typeof createStartPrepared>

export function createStartPrepared(deps: StartDeps) {
  const {
    ledger,
    registry,
    clock,
    checkFile,
    prepared,
    closings,
    contacts,
    rules,
    secondPerson,
    subjects,
    startSender,
  } = deps

  /**
   * Starts a prepared batch, with all checks of a start. If it is refused, it keeps waiting.
   *
   * @param id of the prepared batch
   * @returns the new batch's id and the ledger's effect
   * @throws Refusal 404 if it no longer waits; 409 if someone else has just decided or an earlier part has not started; any refusal of
   *   the recipient rules; any refusal of `Ledger.perform`
   */
  return async function startPrepared(id: string, choice: PreparedChoice, asked: StartRequest): Promise<Started> {
    const { key, operator } = asked
    let row: Awaited<ReturnType<PreparedBatches['find']>>
    try {
      row = await prepared.find(id)
    } catch (error) {
      // A started batch is no longer prepared. A repeat of the same request still gets its answer.
      const before = await ledger.findAnswer(operator, key)
      if (!before) throw error
      return before.answer as Started
    }
    // guard: part-waits-for-the-one-before
    if (row.reason === 'next_part' && row.problem === null && !choice.asLaunched) throw partBefore(row)
    const { print, callAgain: chosen, approvalId, approvedBy, ...kept } = JSON.parse(row.fields) as StoredFields
    const callAgain = choice.asLaunched ? chosen : String(choice.callAgain ?? 0)
    const { hoursReason, hoursPeople = 0, scheduledAt } = choice
    const fields = { ...kept, callAgain, hoursReason, hoursPeople: String(hoursPeople), scheduledAt }
    const workspace = row.workspace ?? asked.workspace
    const checked = await checkFile(Buffer.from(row.file))
    const all = checked.hashes
    const everybody: CalledPeople = { recipients: checked.recipients, hashes: all, fields, workspace, heldBackBy: id }
    const before = await rules.find(everybody)
    if (choice.asLaunched) rules.refuseForNow(before, everybody)
    const leftOut = choice.leaveOut ? rules.places(before) : new Set<number>()
    const out = choice.asLaunched ? rules.refusedPlaces(before, everybody) : leftOut
    const people = excludePlaces(everybody, out)
    const { recipients, hashes } = people
    const found = out.size > 0 ? await rules.find(people) : before
    await ledger.checkUnlessRepeated({ endpoint: 'batchStart', operator, key }, async () => {
      refusePastStart(fields.scheduledAt, clock.now())
      if (hashes.length === 0) throw nobodyLeft()
      rules.refuse(found, people)
      const overrulesMore = choice.hoursReason !== undefined || Number(callAgain) > Number(chosen ?? 0)
      // guard: approval-covers-what-was-seen
      if (!approvedBy || overrulesMore)
        await secondPerson.assertPreparedApproved(
          hashes.length,
          workspace,
          operator,
          row.effect_id,
          Boolean(approvedBy),
        )
    })
    const file = checked.write(recipients)
    const name = startName(row)
    const fitting = rules.fit(found, people, fields)
    const launch = { ...asked, workspace, file, fields: { ...fitting, name } }
    const origin = {
      originId: row.batch_id || undefined,
      originCalls: row.reason === 'next_part' ? 'next_part' : 'held_back',
    } as const
    const launchId = await registry.launchStartedBy(row.effect_id)
    const answer = await ledger.perform({
      endpoint: 'batchStart',
      ids: {
        ...startIds({ ...fitting, ...origin }, print, launchId),
        ...(fields.scheduledAt && { scheduledAt: fields.scheduledAt }),
        ...(out.size > 0 && { leftOut: String(out.size) }),
        ...(approvalId && approvedBy && { approvalId, approvedBy }),
      },
      requestedIds: {},
      target: targetOf(fields.agentId, checked.everybody),
      key,
      body: JSON.stringify({ id, ...choice, callAgain: undefined }),
      operator,
      reason: overrulingReason(fields),
      inTransaction: async (store, startId) => {
        await prepared.claim(store, id, startId)
        const closing = rules.closing(await rules.refuseInRecord(store, people, found), people)
        await contacts.add(store, startId, 'batch', hashes)
        await subjects.add(store, startId, name, numbersOf(recipients))
        // Its remaining people are named after its part, or after its launch.
        const asStarted = { ...fields, name: row.parts > 1 ? name : kept.name, print, approvalId, approvedBy }
        if (closing) await closings.add(store, startId, { closing, fields: asStarted, target: row.target, workspace })
      },
      send: async (startId, gateway) => {
        const outcome = await startSender.send(launch, startId, gateway)
        if (outcome.state === 'done' && outcome.batchId) await prepared.onStarted(row, outcome.batchId)
        return outcome
      },
      onEnded: async (startId, state) => {
        await prepared.onStartEnded(startId, state)
        await startSender.cleanUp(startId, state)
      },
    })
    return answer as Started
  }
}
