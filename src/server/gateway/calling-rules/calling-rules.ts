/** The calling rules: the workspaces' settings, the rules about recipients, and the rule about a second person. */
import { type Contacted, type DoNotCallFound, type Operator, usualCallingRules } from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { DoNotCall, ListedPeople } from '../contacts/do-not-call.ts'
import { listOnDoNotCall } from '../contacts/do-not-call-refusals.ts'
import { type ContactLookup, type FlaggedPeople, findFlagged } from '../contacts/lookup.ts'
import { listCalledBefore as calledBeforeRefusal } from '../contacts/refusals.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Clock } from '../shared/clock.ts'
import { createColumnAnswers } from './column-answers.ts'
import { createHoursRule } from './hours-rule.ts'
import { createOverLimitRule } from './over-limit.ts'
import { createRecipientRules, type People, type RecipientRule } from './recipient-rules.ts'
import { callingRuleRoutes } from './routes.ts'
import { createSecondPersonRule, mayApprove } from './second-person.ts'
import { createCallingRuleSetting } from './setting.ts'
import { createSharedLookup, type SharedLookup } from './shared-lookup.ts'

const numbersOf = ({ recipients, hashes }: People) => ({
  numbers: recipients.map(({ phone_number }) => phone_number),
  hashes,
})

/** The rule that nobody on the do-not-call list is called. It cannot be overruled. */
const createDoNotCallRule = (list: DoNotCall): RecipientRule<ListedPeople, DoNotCallFound> => ({
  find: (people) => list.find(people.workspace, numbersOf(people)),

  findAgain: (store, people, earlierFindings) =>
    list.findAgain(store, people.workspace, numbersOf(people), earlierFindings),

  appliesToTests: true,

  /** @throws Refusal 409 `do_not_call` if anybody is on the do-not-call list */
  refuse(findings, { hashes }) {
    // guard: nobody-on-the-do-not-call-list
    if (findings.indexes.length > 0) throw listOnDoNotCall(findings, hashes.length)
  },

  indexesOf: ({ indexes }) => indexes,
  describe: ({ indexes, by }, rowsOf) => ({ people: indexes.length, rows: rowsOf(indexes), by }),
})

/** Leaves out people whose calls have ended, because the contact limits cover them. */
const findBeingCalled = async (lookup: ContactLookup) => ({
  lookup,
  ...(await findFlagged(lookup, (sources) => sources.filter(({ state }) => state !== null && state !== 'called'))),
})

const createCalledBeforeRule = ({
  sharedLookup,
  clock,
}: {
  sharedLookup: SharedLookup
  clock: Clock
}): RecipientRule<FlaggedPeople & { lookup: ContactLookup }, Contacted> => ({
  find: async (people) => findBeingCalled(await sharedLookup.lookUp(people)),

  findAgain: async (store, people, findings) =>
    findBeingCalled(await sharedLookup.lookUpInTransaction(store, people, findings.lookup)),

  /** @throws Refusal 409 `called_before` if more people are already being called than the operator agreed to call again (`callAgain`) */
  refuse(findings, { hashes, fields: { callAgain = '0' } }) {
    // guard: called-people-are-named
    if (findings.indexes.length > Number(callAgain)) throw calledBeforeRefusal(findings, hashes.length, clock.now())
  },

  adjustFields: ({ indexes }, { fields: { callAgain } }) =>
    callAgain === undefined ? {} : { callAgain: String(indexes.length) },

  indexesOf: ({ indexes }) => indexes,
  describe: ({ indexes, by }, rowsOf) => ({ people: indexes.length, rows: rowsOf(indexes), by }),
})

/** @param deps.currentOperators returns everybody who may use Switchboard now */
export function createCallingRules(
  deps: Pick<Core, 'store' | 'configuration' | 'workspaces' | 'clock'> & {
    contacts: Contacts
    /** Key of the hashes of header lines. */
    contactsKey: string
    doNotCall: DoNotCall
    currentOperators: () => Promise<Operator[]>
    recordAction: RecordAction
    cached: AnswerCache
  },
) {
  const { contacts, doNotCall, configuration, clock } = deps
  /** Everybody who may approve other people's batches now. */
  const approvers = async () => (await deps.currentOperators()).filter(mayApprove)
  const defaults = { ...usualCallingRules, hours: configuration.callingHours }
  const setting = createCallingRuleSetting({ ...deps, defaults, approvers })
  const sharedLookup = createSharedLookup(contacts)
  return {
    setting,
    approvers,
    secondPerson: createSecondPersonRule({ ...deps, setting, approvers }),
    rules: createRecipientRules({
      doNotCall: createDoNotCallRule(doNotCall),
      contacted: createCalledBeforeRule({ sharedLookup, clock }),
      overLimit: createOverLimitRule({ sharedLookup, setting, clock }),
      hours: createHoursRule({ setting, clock, maxParallelCalls: configuration.concurrentCalls }),
    }),
    routes: callingRuleRoutes({
      ...deps,
      setting,
      columnAnswers: createColumnAnswers({ ...deps, key: deps.contactsKey }),
    }),
  }
}
