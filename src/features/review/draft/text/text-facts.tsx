/** The length of a text, and warnings about it. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Glyph } from '#ui/status/icon.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { smsLength } from './sms-length.ts'
import { warningsFor } from './text-warnings.ts'
import * as texts from './texts.tsx'

const isEmoji = (character: string) => /\p{Emoji_Presentation}/u.test(character)

/** @param isSms whether the text is sent as an SMS */
export function TextLength({ text, isSms }: { text: string; isSms: boolean }) {
  const { characters, segments, unicodeCause } = smsLength(text)
  return (
    <span className="tabular-nums">
      {plural(characters, 'character', 'characters')}
      {isSms && (
        <>
          {' · '}
          {isEmoji(unicodeCause)
            ? `${segments} SMS (emoji shorten each part)`
            : texts.smsParts(segments, unicodeCause === '' ? null : <MarkedText text={unicodeCause} />)}
        </>
      )}
    </span>
  )
}

/** @param earlierTexts other messages of the conversation, whose links are not new */
export function TextWarnings({ text, earlierTexts }: { text: string; earlierTexts: readonly string[] }) {
  const warnings = warningsFor(text, earlierTexts)
  if (warnings.length === 0) return null
  return (
    <ul aria-label="Check before sending" className="flex flex-col gap-0.5">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-1.5 text-label">
          <span className="mt-px text-attention-ink">
            <Glyph icon={TriangleAlert} size="small" />
          </span>
          <span className="min-w-0 break-words">{visible(warning)}</span>
        </li>
      ))}
    </ul>
  )
}
