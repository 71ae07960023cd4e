/** The sentiment over a whole call: a line, and each change with what was said before it. */

import type { CallMood } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import type { MoodChange } from './changes.ts'
import { sentimentLabel } from './sentiment.ts'
import { SentimentLine } from './sentiment-line.tsx'
import * as texts from './texts.ts'

interface Props {
  moods: readonly CallMood[]
  changes: readonly MoodChange[]
  /** When the call was last read. */
  until: number
  onShowLine: (index: number) => void
}

export function Moods({ moods, changes, until, onShowLine }: Props) {
  const [first] = moods
  return (
    <Section title={texts.title}>
      {!first && <p className="text-muted">{texts.nothingKnown}</p>}
      {first && (
        <>
          <SentimentLine moods={moods} until={until} width={232} />
          <ol aria-label={texts.title} className="mt-2 flex flex-col gap-2">
            <li className="flex flex-wrap justify-between gap-x-2">
              <span>{visible(texts.started(sentimentLabel(first.sentiment)))}</span>
              <span className="mono text-label text-muted">
                <Time at={first.at} show="second" />
              </span>
            </li>
            {changes.map(({ at, label, words, line }) => (
              <li key={at}>
                <p className="flex flex-wrap justify-between gap-x-2">
                  <span className="font-medium">{visible(label)}</span>
                  <span className="mono text-label text-muted">
                    <Time at={at} show="second" />
                  </span>
                </p>
                {words !== '' && <p className="text-label break-words text-soft">{visible(texts.after(words))}</p>}
                {line && (
                  <span className="-ml-2">
                    <Button size="small" variant="ghost" onClick={() => onShowLine(line.index)}>
                      {texts.showLine}
                      <span className="sr-only">{visible(texts.ofChange(label))}</span>
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ol>
          <p className="mt-2 text-label text-muted">
            {changes.length === 0 && texts.unchanged} {texts.sourceHint}
          </p>
        </>
      )}
    </Section>
  )
}
