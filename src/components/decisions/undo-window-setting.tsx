/** For how long decisions about messages are held, so that they can be undone: this person's choice, in this browser. */
import { hold } from '#contract/index.ts'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Slider } from '#ui/forms/choice.tsx'

export const useUndoWindowSeconds = (): number => Number(usePreference('hold'))

export function UndoWindowSetting({ labelHidden = false }: { labelHidden?: boolean }) {
  return (
    <Slider
      label="Hold decisions about messages for"
      hint={labelHidden ? undefined : 'So long a decision can be undone before anything is sent.'}
      labelHidden={labelHidden}
      value={useUndoWindowSeconds()}
      onChange={(seconds) => setPreference('hold', String(seconds))}
      min={hold.least}
      max={hold.most}
      step={1}
      format={(seconds) => (seconds === 0 ? 'no hold' : `${seconds} s`)}
    />
  )
}
