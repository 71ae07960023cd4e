/** Running text from outside: hidden characters are shown as marks, and it cannot change the direction of the text around it. */
import { marked } from '#ui/text/visible-text.tsx'

export const MarkedText = ({ text }: { text: string }) => (
  <bdi className="break-words whitespace-pre-wrap">{marked(text)}</bdi>
)
