/** The setting for how long an operator can undo a decision, stored in this browser. */
import { hold } from '#contract/index.ts'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Slider } from '#ui/forms/choice.tsx'
import * as texts from './texts.tsx'

export const useUndoWindowSeconds = (): number => Number(usePreference('hold'))

export function UndoWindowSetting({ labelHidden = false }: { labelHidden?: boolean }) {
  return (
    <Slider
      label={texts.undoWindow}
      hint={labelHidden ? undefined : texts.undoWindowHint}
      labelHidden={labelHidden}
      value={useUndoWindowSeconds()}
      onChange={(seconds) => setPreference('hold', String(seconds))}
      min={hold.least}
      max={hold.most}
      step={1}
      format={texts.undoWindowLength}
    />
  )
}
