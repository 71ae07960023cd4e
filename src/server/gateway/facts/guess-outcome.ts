/** Guesses what came of a call from its transcript. Pure. */
import { type CallOutcome, isAgentRole, type TranscriptLine } from '#contract/index.ts'
import { asksForPerson, mailboxGreeting, maxGreetingLines } from '../calls/call-phrases.ts'

/** A guess, and the line that it rests on. */
export interface GuessedOutcome {
  outcome: CallOutcome
  /** The index of the line in the transcript. */
  line: number
}

const asksNotToBeCalled =
  /\b(?:(?:do not|don['’]t|stop|never|quit) (?:ever )?(?:call|calling|ring|phone|contact)(?:ing)?\b(?! (?:you|him|her|them|back)\b)|take me off|remove (?:me|my number)|off (?:your|the) (?:call(?:ing)? )?list|rufen sie (?:mich |hier )?(?:bitte )?nicht (?:mehr|wieder) an|no me (?:llame|vuelva a llamar)|ne m['’]appelez plus)/i
const isSomebodyElse =
  /\b(?:wrong (?:number|person)|nobody (?:here )?(?:by|with|of) that name|no(?: ?-?)one (?:here )?(?:by|with|of) that name|(?:does not|doesn['’]t|no longer) lives? here|moved (?:away|out)|not (?:him|her|that person)\b|you (?:have|['’]ve got) the wrong|falsch(?:e nummer| verbunden)|número equivocado|mauvais numéro|faux numéro)/i
const declines =
  /\b(?:not interested|no,? thank(?:s| you)|no,? I (?:do not|don['’]t)|I(?: do not|['’]d rather not| don['’]t) want|(?:I )?(?:have to|must|will|['’]ll) (?:decline|pass)|please cancel|kein interesse|nein,? danke|no me interesa|no,? gracias|pas intéressée?|non,? merci)\b/i
const agrees =
  /^(?:(?:oh|um|uh|well|ah|so|okay|ok)[,.]? )*(?:yes|yeah|yep|sure|of course|certainly|absolutely|definitely|please do|go ahead|that works|sounds good|that suits|all right|alright|fine|perfect|ja|gern|sí|claro|oui|d['’]accord)\b/i
const refuses = /^(?:(?:oh|um|uh|well|ah)[,.]? )*(?:no|nope|nein|non)\b/i
const isQuestion = /\?\s*$/

/** A rule that recognizes an outcome by one line of the customer. The first rule that finds a line decides. */
const lineRules: readonly [CallOutcome, RegExp][] = [
  ['do_not_call', asksNotToBeCalled],
  ['wrong_number', isSomebodyElse],
  ['asked_for_person', asksForPerson],
  ['said_no', declines],
]

/**
 * Guesses what came of a completed call.
 *
 * @param transcript as far as it was seen
 * @returns null: the customer said nothing, as far as was seen
 */
export function guessOutcome(transcript: readonly TranscriptLine[]): GuessedOutcome | null {
  const byCustomer = (index: number) => transcript[index] !== undefined && !isAgentRole(transcript[index].role)
  const lastLine = (test: (text: string, index: number) => boolean) =>
    transcript.findLastIndex(({ content }, index) => byCustomer(index) && test(content, index))
  const greeting = lastLine((text, index) => index < maxGreetingLines && mailboxGreeting.test(text))
  if (greeting !== -1) return { outcome: 'mailbox', line: greeting }
  for (const [outcome, pattern] of lineRules) {
    const line = lastLine((text) => pattern.test(text))
    if (line !== -1) return { outcome, line }
  }
  // The last question that was answered with a plain yes or no decides.
  const decided = lastLine((text, index) => {
    const asked = transcript[index - 1]
    return (
      asked !== undefined &&
      isAgentRole(asked.role) &&
      isQuestion.test(asked.content) &&
      (agrees.test(text.trim()) || refuses.test(text.trim()))
    )
  })
  if (decided !== -1)
    return { outcome: refuses.test(transcript[decided]?.content.trim() ?? '') ? 'said_no' : 'agreed', line: decided }
  const spoken = lastLine((text) => text.trim() !== '')
  return spoken === -1 ? null : { outcome: 'talked', line: spoken }
}

const words: readonly [CallOutcome, RegExp][] = [
  ['mailbox', /answering machine|voice ?mail|mailbox/],
  ['busy', /busy|\bsip (?:486|600)\b/],
  [
    'no_answer',
    /no answer|(?:not|nobody|never|un) ?answer|no response|time ?d? ?out|ring(?:ing)? out|\bsip (?:408|480|487)\b/,
  ],
]

/**
 * What the service says came of a call.
 *
 * @param reason the outcome or the error in the service's own words; '' for none
 * @returns null: it says nothing that is known
 */
export function outcomeByService(reason: string): CallOutcome | null {
  const said = reason.toLowerCase().replaceAll(/[\s_-]+/g, ' ')
  return words.find(([, pattern]) => pattern.test(said))?.[0] ?? null
}
