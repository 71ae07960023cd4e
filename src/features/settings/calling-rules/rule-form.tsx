/** The form of one calling rule: saves it, or discards the changes. */
import { useCommand } from '#api/commands.ts'
import type { CallingRules } from '#contract/index.ts'
import { SettingForm, type SettingFormProps } from '../shared/setting-form.tsx'

type FormProps = SettingFormProps<Partial<CallingRules>>

interface Props extends Pick<FormProps, 'title' | 'intro' | 'isChanged' | 'onReset' | 'children'> {
  /** The entered values; null while they are invalid. */
  rules: FormProps['values']
}

export function RuleForm({ rules, ...form }: Props) {
  const { run, isPending, refusal } = useCommand('callingRulesChange')
  return (
    <SettingForm
      {...form}
      command="callingRulesChange"
      send={(body, key) => run({ body, key })}
      values={rules}
      isPending={isPending}
      refusal={refusal}
    />
  )
}
