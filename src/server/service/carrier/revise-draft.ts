/**
 * Rewrites a message after a reviewer's feedback. The simulation has no language model: it understands "shorter" and "more formal", and takes
 * everything else as a wish for another text.
 */
const wantsShorter = /\b(short|shorter|brief|briefer|concise|too long|half)\b/i
const wantsFormal = /\b(formal|formally|polite|politely|tone)\b/i

const firstSentenceOf = (text: string): string => text.split(/(?<=[.!?])\s+/)[0] ?? text

/**
 * @param text the usual text, with its variables
 * @param others other texts of the same purpose
 * @returns the text with its variables; the usual one if nothing else fits
 */
export function reviseDraft(text: string, feedback: string, others: readonly string[]): string {
  const isShort = wantsShorter.test(feedback)
  const isFormal = wantsFormal.test(feedback)
  const revised = isFormal ? text.replace(/^(?:Hi|Hello|Hey)\b/, 'Good day') : text
  if (isShort) return firstSentenceOf(revised)
  return revised !== text ? revised : (others.find((other) => other !== text) ?? text)
}
