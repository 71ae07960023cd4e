/** The rules of this workspace about which calls in progress need a look. Everybody sees them. Administrators change them. */
import { useState } from 'react'
import { load, read, useRead } from '#api/reads.ts'
import { type ConcernRules, concernRuleLimits } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { NumberField, TextArea } from '#ui/forms/text-field.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { wholeNumber } from '../shared/texts.tsx'
import { problemOf, wordsIn } from './watched-words.ts'

function WatchedWordsForm({ watchedWords }: Pick<ConcernRules, 'watchedWords'>) {
  const saved = watchedWords.join('\n')
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? saved
  const words = wordsIn(text)
  const problem = problemOf(text)
  return (
    <SettingForm
      title="Watched words"
      intro="A call needs attention as soon as one of these words is said, by the customer or the agent. The wall of live calls then shows it near the top, with the line in which it was said."
      what="watched words"
      command="concernRulesChange"
      values={problem ? null : { watchedWords: words }}
      isChanged={words.join('\n') !== saved}
      onReset={() => setTyped(null)}
    >
      <div className="max-w-md">
        <TextArea
          label="Words and phrases"
          hint={`One word or phrase per line, at most ${number(concernRuleLimits.words)}. Case and punctuation do not matter. Only whole words count: “claim” does not find “claims”.`}
          value={text}
          onChange={setTyped}
          error={problem}
          spellCheck={false}
        />
      </div>
    </SettingForm>
  )
}

function LongCallForm({ longCallMinutes }: Pick<ConcernRules, 'longCallMinutes'>) {
  const [typed, setTyped] = useState<{ minutes: number | null } | null>(null)
  const minutes = typed ? typed.minutes : longCallMinutes
  const isValid = minutes !== null && Number.isInteger(minutes) && minutes >= 1 && minutes <= concernRuleLimits.minutes
  return (
    <SettingForm
      title="Long calls"
      intro="A call needs attention when it has lasted this long."
      what="length of long calls"
      command="concernRulesChange"
      values={isValid ? { longCallMinutes: minutes } : null}
      isChanged={minutes !== longCallMinutes}
      onReset={() => setTyped(null)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Minutes until a call is long"
          min={1}
          max={concernRuleLimits.minutes}
          value={minutes}
          onChange={(next) => setTyped({ minutes: next })}
          error={isValid ? null : wholeNumber(1, concernRuleLimits.minutes)}
        />
      </div>
    </SettingForm>
  )
}

const rulesRead = read('concernRulesShow')
export const callConcernsLoader = () => load(rulesRead)

export const CallConcernsPart = () => (
  <DataView query={useRead(rulesRead)} loading={<SkeletonRows rows={3} columns={2} label="Loading call concerns…" />}>
    {({ watchedWords, longCallMinutes }) => (
      <div className="flex flex-col gap-4">
        <WatchedWordsForm watchedWords={watchedWords} />
        <LongCallForm longCallMinutes={longCallMinutes} />
      </div>
    )}
  </DataView>
)
