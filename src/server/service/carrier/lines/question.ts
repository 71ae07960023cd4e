/** What belongs to a question of the agent: the answers that fit it, and what is said around it. */
export interface Question {
  /** Found in the text of the question, with or without its variables filled. */
  asks: RegExp
  /** Answers that lead to the branch for a yes, and to the branch for a no. */
  yes: readonly string[]
  no: readonly string[]
  /** What the customer said before that leaves nothing but a no. */
  onlyNoAfter?: RegExp
  /** What some customers add to an answer that leads to a yes. */
  more?: readonly string[]
  /** Whether the customer may have to look into a calendar. */
  isAboutDate?: true
  /** Change of the customer's mood by an answer that decides how the call goes on. Usually 1 and -1. */
  moods?: { yes: number; no: number }
  /** How the agent takes these answers up. Without any, the agent goes on at once. */
  afterYes?: readonly string[]
  afterNo?: readonly string[]
  /** What the customer may ask before answering, with the agent's answer, and which answers would not fit any more. */
  asides?: readonly (readonly [question: string, answer: string, unfitting?: RegExp])[]
  /** How the agent then leads back to the question. Given if and only if there are `asides`. */
  again?: readonly string[]
}
