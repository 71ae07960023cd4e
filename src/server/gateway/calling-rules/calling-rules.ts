/** The calling rules: the workspaces' settings, the rules about recipients, and the rule about a second person. */
import { type Operator, usualCallingRules } from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { DoNotCall } from '../contacts/do-not-call.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { createCalledBeforeRule } from './called-before.ts'
import { createColumnAnswers } from './column-answers.ts'
import { createDoNotCallRule } from './do-not-call.ts'
import { createHoursRule } from './hours-rule.ts'
import { createOverLimitRule } from './over-limit.ts'
import { createRecipientRules } from './recipient-rules.ts'
import { callingRuleRoutes } from './routes.ts'
import { createSecondPersonRule, mayApprove } from './second-person.ts'
import { createCallingRuleSetting } from './setting.ts'
import { createSharedLookup } from './shared-lookup.ts'

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
