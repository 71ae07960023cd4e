/** The length of a text, and warnings about it. */
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Glyph } from '#ui/status/icon.tsx'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { smsLength } from './sms-length.ts'
import { warningsFor } from './text-warnings.ts'
import * as texts from './texts.tsx'

const isEmoji = (character: string) => /\p{Emoji_Presentation}/u.test(character)

/** @param sms whether it is sent to a phone */
export function TextLength({ text, sms }: { text: string; sms: boolean }) {
  const { characters, segments, unicodeCause } = smsLength(text)
  return (
    <p className="text-label text-muted tabular-nums">
      {texts.characterCount(characters)}
      {sms && (
        <>
          {' · '}
          {isEmoji(unicodeCause)
            ? texts.smsPartsWithEmoji(segments)
            : texts.smsParts(segments, unicodeCause === '' ? null : <MarkedText text={unicodeCause} />)}
        </>
      )}
    </p>
  )
}

/** @param before earlier texts of the conversation, whose links are not new */
export function TextWarnings({ text, before }: { text: string; before: readonly string[] }) {
  const warnings = warningsFor(text, before)
  if (warnings.length === 0) return null
  return (
    <ul aria-label={texts.warningsLabel} className="flex flex-col gap-0.5">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-1.5 text-label">
          <span className="mt-px text-danger">
            <Glyph icon={TriangleAlert} size="small" />
          </span>
          <span className="min-w-0 break-words">{visible(warning)}</span>
        </li>
      ))}
    </ul>
  )
}
