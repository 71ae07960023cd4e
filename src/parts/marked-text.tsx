/** Running text from outside, as text: hidden characters stand in it as marks, and it cannot turn the direction of what is around it. */
import { marked } from '#ui/visible-text.tsx'

export const MarkedText = ({ text }: { text: string }) => (
  <bdi className="break-words whitespace-pre-wrap">{marked(text)}</bdi>
)
