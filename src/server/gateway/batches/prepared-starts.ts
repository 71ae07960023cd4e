/** Starts prepared batches, for an operator or for Switchboard itself. */
import type { gatewayEndpoints, ParsedBodyOf } from '#contract/index.ts'
import { nobodyLeft } from '../contacts/refusals.ts'
import { overrulingReason, refusePastStart, startIds } from './launch-checks.ts'
import { earlierPartFirst, type PreparedBatches, type StoredFields, startName } from './prepared-batches.ts'
import {
  type CalledPeople,
  excludeIndexes,
  numbersOf,
  type StartDeps,
  type Started,
  type StartRequest,
  targetOf,
} from './starts.ts'

/** The choices for the start of a prepared batch. */
export interface PreparedChoice extends ParsedBodyOf<(typeof gatewayEndpoints)['preparedBatchStart']> {
  /** The gateway starts it: the operator's choices for the launch apply, and any other people whom a rule finds are left out. */
  isAutomatic?: boolean
}

export type StartPrepared = ReturnType<typeof createStartPrepared>

export function createStartPrepared(deps: StartDeps) {
  const {
    ledger,
    registry,
    clock,
    checkFile,
    preparedBatches,
    closings,
    contacts,
    rules,
    secondPerson,
    subjects,
    fileRows,
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
  return async function startPrepared(id: string, choice: PreparedChoice, request: StartRequest): Promise<Started> {
    const { key, operator } = request
    let row: Awaited<ReturnType<PreparedBatches['find']>>
    try {
      row = await preparedBatches.find(id)
    } catch (error) {
      // A started batch is no longer prepared. A repeat of the same request still gets its answer.
      const repeated = await ledger.findAnswer(operator, key)
      if (!repeated) throw error
      return repeated.answer as Started
    }
    // guard: part-waits-for-the-one-before
    if (row.reason === 'next_part' && row.problem === null && !choice.isAutomatic) throw earlierPartFirst(row)
    const {
      print: fingerprint,
      callAgain: launchCallAgain,
      approvalId,
      approvedBy,
      ...storedFields
    } = JSON.parse(row.fields) as StoredFields
    const callAgain = choice.isAutomatic ? launchCallAgain : String(choice.callAgain ?? 0)
    const { hoursReason, hoursPeople = 0, scheduledAt } = choice
    const fields = { ...storedFields, callAgain, hoursReason, hoursPeople: String(hoursPeople), scheduledAt }
    const workspace = row.workspace ?? request.workspace
    const checked = await checkFile(Buffer.from(row.file), { person: operator.id, isStart: true }, row.file_rows)
    const everybody: CalledPeople = {
      recipients: checked.recipients,
      hashes: checked.hashes,
      fields,
      workspace,
      heldBackBy: id,
    }
    const firstFindings = await rules.find(everybody)
    if (choice.isAutomatic) rules.refuseByTemporaryRules(firstFindings, everybody)
    const leftOut = choice.leaveOut ? rules.indexesOf(firstFindings) : new Set<number>()
    const excludedIndexes = choice.isAutomatic ? rules.refusedIndexesOf(firstFindings, everybody) : leftOut
    const people = excludeIndexes(everybody, excludedIndexes)
    const { recipients, hashes } = people
    const findings = excludedIndexes.size > 0 ? await rules.find(people) : firstFindings
    await ledger.checkUnlessRepeated({ endpoint: 'batchStart', operator, key }, async () => {
      refusePastStart(fields.scheduledAt, clock.now())
      if (hashes.length === 0) throw nobodyLeft()
      rules.refuse(findings, people)
      const overrulesMore = choice.hoursReason !== undefined || Number(callAgain) > Number(launchCallAgain ?? 0)
      // guard: approval-covers-what-was-seen
      if (!approvedBy || overrulesMore)
        await secondPerson.assertPreparedApproved(hashes, workspace, operator, row.effect_id, Boolean(approvedBy))
    })
    const file = checked.write(recipients)
    const name = startName(row)
    const adjustedFields = rules.adjustFields(findings, people, fields)
    const list = { hashes }
    const launch = { ...request, workspace, file, fields: { ...adjustedFields, name } }
    const origin = {
      originId: row.batch_id || undefined,
      originCalls: row.reason === 'next_part' ? 'next_part' : 'held_back',
    } as const
    const launchId = await registry.launchStartedBy(row.effect_id)
    const answer = await ledger.perform({
      endpoint: 'batchStart',
      ids: {
        ...startIds({ ...adjustedFields, ...origin }, fingerprint, launchId),
        ...(fields.scheduledAt && { scheduledAt: fields.scheduledAt }),
        ...(excludedIndexes.size > 0 && { leftOut: String(excludedIndexes.size) }),
        ...(approvalId && approvedBy && { approvalId, approvedBy }),
      },
      requestedIds: {},
      target: targetOf(fields.agentId, checked.peopleText),
      key,
      body: JSON.stringify({ id, ...choice, callAgain: undefined }),
      operator,
      reason: overrulingReason(adjustedFields),
      aroundRecord: (record) => contacts.writeBefore([list], record),
      inTransaction: async (store, startId) => {
        await preparedBatches.claim(store, id, startId)
        const closing = rules.closingOf(await rules.refuseInTransaction(store, people, findings), people)
        await contacts.add(store, startId, 'batch', list)
        await subjects.add(store, startId, name, numbersOf(recipients))
        await fileRows.add(store, startId, recipients)
        // Its remaining people are named after its part, or after its launch.
        const asStarted = {
          ...fields,
          hoursReason: undefined,
          hoursPeople: undefined,
          name: row.parts > 1 ? name : storedFields.name,
          print: fingerprint,
          approvalId,
          approvedBy,
        }
        if (closing) await closings.add(store, startId, { closing, fields: asStarted, target: row.target, workspace })
      },
      send: async (startId, gateway) => {
        const outcome = await startSender.send(launch, startId, gateway)
        if (outcome.state === 'done' && outcome.batchId) await preparedBatches.onStarted(row, outcome.batchId)
        return outcome
      },
      onEnded: async (startId, state) => {
        await preparedBatches.onStartEnded(startId, state)
        await startSender.cleanUp(startId, state)
      },
    })
    return answer as Started
  }
}
