/** Plays a written call: its lines are said in their order, while the flow is walked beside them. */
import { fillVariables } from '#flow-engine/variables.ts'
import { integerBetween, pick } from '../shared/random.ts'
import { type CallScript, type ScriptLine, withAlternatives } from './call-scripts.ts'
import type { Conversation } from './conversation.ts'
import { angryMood } from './talk.ts'

/** Calls of these kinds end when the customer is angry: no rule can be followed any more. */
const endsAngrily = new Set<CallScript['kind']>(['do-not-call', 'hang-up'])
/** How likely it is that a customer says nothing after a question, so that the agent asks whether they are there. */
const silenceShare = 0.03

/**
 * Plays a call.
 *
 * @returns false if it does not fit: its steps are not those of the flow, or a rule of the flow is missing or would be ignored. What was said
 *   is worthless then.
 */
export function recite(call: Conversation, { kind, lines, steps, needsName }: CallScript): boolean {
  const choices = new Map<string, number>()
  let branch: string | null = null
  let wasSilent = false

  /** The line with one of each of its alternatives, and the words of its step; null if the flow does not have the step there. */
  function wordsOf({ text }: Exclude<ScriptLine, { rule: unknown }>): { text: string; isQuestion: boolean } | null {
    const said = withAlternatives(text, (name, alternatives) => {
      if (name === undefined) return pick(call.random, alternatives)
      const choice = choices.get(name) ?? integerBetween(call.random, 0, alternatives.length - 1)
      choices.set(name, choice)
      return alternatives[choice % alternatives.length] ?? ''
    })
    const chosen = call.inLocalEnglish(said).trim()
    const id = /@(\w+)/.exec(chosen)?.[1]
    if (id === undefined) return { text: chosen, isQuestion: false }
    const step = call.advance(branch)
    if (step?.id !== id || steps?.[id] === undefined) return null
    branch = null
    const words = call.perform(step.action)
    return {
      text: chosen.replace(words === '' ? `@${id} ` : `@${id}`, words).trim(),
      isQuestion: step.action.kind === 'ask',
    }
  }

  /** Follows the rule for a condition, as far as a written call can. */
  function followRule(rule: ReturnType<Conversation['ruleFor']>): boolean {
    if (rule === null || !call.follow(rule.rule)) return false
    if (rule.action.kind === 'transfer') call.transfer(rule.action.to)
    else if (rule.action.kind === 'end') call.say('agent', rule.action.text)
    else return false
    return true
  }

  const greeting = call.greet()
  if (needsName && !(call.hasName && greeting.includes('{first_name}'))) return false
  for (const [i, line] of lines.entries()) {
    if ('rule' in line) {
      const rule = call.ruleFor(line.rule)
      // What follows is said by a colleague.
      if (rule?.action.kind !== 'transfer' || !followRule(rule)) return false
      continue
    }
    const words = wordsOf(line)
    if (words === null) return false
    call.pause(...line.pause)
    if (line.role === 'text') call.textAfter = words.text
    else call.say(line.role, words.text, line.moodChange)
    branch = line.branch ?? branch
    const next = lines[i + 1]
    const isRuleNext = next !== undefined && 'rule' in next
    const isAngry = call.mood <= angryMood && !isRuleNext && !endsAngrily.has(kind)
    if (isAngry && call.colleague === null && call.ruleFor('sentiment_negative') !== null) return false
    if (words.isQuestion && !isRuleNext && !wasSilent && next?.role === 'customer' && call.chance(silenceShare)) {
      wasSilent = true
      const question = fillVariables(words.text, call.variables)
      if (!call.fallSilent(question, () => followRule(call.ruleFor('silence')))) break
    }
  }
  return true
}
