/** Describes the rules that a start overrules, for the second person. Pure. */
import { batchHoursIn, hoursInWords, type LaunchFields } from '#contract/index.ts'

/** Fields that overrule no rule by themselves. */
type PlainField =
  | 'agentId'
  | 'name'
  | 'scheduledAt'
  | 'smartCallbackConfig'
  | 'hoursPeople'
  | 'outsideHours'
  | 'overLimitPeople'
  | 'first'
  | 'afterHours'
  | 'harm'
  | 'test'
  | 'originId'
  | 'originCalls'

/** A sentence for each field that can overrule a rule; '' if it does not. The type forces a decision for each new field. */
const sentences: Record<Exclude<keyof LaunchFields, PlainField>, (fields: LaunchFields) => string> = {
  callAgain({ callAgain = '0' }) {
    const peopleAre = callAgain === '1' ? 'person is called again who is' : 'people are called again who are'
    return Number(callAgain) === 0
      ? ''
      : `${callAgain} ${peopleAre} in another batch or may have been called in the last 24 hours.`
  },
  overLimitReason: ({ overLimitReason, overLimitPeople = '0' }) =>
    overLimitReason ? `${overLimitPeople} people are called over the contact limits (“${overLimitReason}”).` : '',
  callOptedOut({ callOptedOut = '0' }) {
    const [rowsThatSay, are] = callOptedOut === '1' ? ['row that says', 'is'] : ['rows that say', 'are']
    return Number(callOptedOut) === 0 ? '' : `${callOptedOut} ${rowsThatSay} “do not call” ${are} called.`
  },
  hours({ hours }) {
    const ownHours = batchHoursIn(hours)
    return ownHours ? `The calling hours of this batch are ${hoursInWords(ownHours)} (“${ownHours.reason}”).` : ''
  },
  hoursReason({ hoursReason, hoursPeople = '0' }) {
    const peopleAre = hoursPeople === '1' ? '1 person is' : `${hoursPeople} people are`
    return hoursReason ? `${peopleAre} called outside the calling hours (“${hoursReason}”).` : ''
  },
  breaker: ({ breaker }) =>
    breaker === 'off' ? 'Switchboard does not stop it if calls fail for technical reasons.' : '',
}

/** @returns a sentence for each rule that a start overrules */
export const overruledRules = (fields: LaunchFields): string[] =>
  Object.values(sentences)
    .map((sentence) => sentence(fields))
    .filter((sentence) => sentence !== '')
